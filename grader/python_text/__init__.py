"""What the text of a student's files defines and imports; nothing of it is run."""

from __future__ import annotations
