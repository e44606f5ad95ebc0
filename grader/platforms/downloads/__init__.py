"""How the files of a class are laid out, by people or by the platform that they come from: one module per layout."""

from __future__ import annotations

from grader.platforms.registry_old import LAYOUT_NAMES, LAYOUTS, PLAIN, layout_called, recognized_layout

__all__ = ["LAYOUTS", "LAYOUT_NAMES", "PLAIN", "layout_called", "recognized_layout"]
