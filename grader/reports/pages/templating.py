"""Fills the templates: everything printed is cleaned and escaped, and a policy lets nothing run but what we wrote."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from grader.model.sanitize import sanitize

TEMPLATES = Path(__file__).parent / "templates"
LONGEST = 100_000
"""Characters of one printed value; what is shown is far shorter, and a result may come from a file somebody edited."""


def render(name: str, values: dict[str, object]) -> bytes:
    """
    Return the page `name` (its template, stylesheet and script of that name) filled with `values`, as UTF-8.

    The page's own policy allows this stylesheet and this script by their hashes, and no network, image or form.
    """
    style = "\n".join(map(_asset, ("page.css", f"{name}.css")))
    script = "\n".join(map(_asset, ("page.js", f"{name}.js")))
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    # Our own files, no part of which comes from a result; `</` in them would end the element early.
    own = {"style": Markup(style), "script": Markup(script), "policy": policy}  # noqa: S704
    page = _environment().get_template(f"{name}.html").render(**values, **own)
    return page.encode("utf-8", "backslashreplace")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _shown(value: object) -> object:
    # A result is cleaned when it is made, but it is read from a file here.
    return sanitize(value, LONGEST, keep="\n") if type(value) is str else value


@cache
def _asset(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
