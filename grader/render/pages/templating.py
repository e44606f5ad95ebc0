"""Fills the templates: every value is escaped, and only the page's own script may run."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

TEMPLATES = Path(__file__).parent / "templates"


def render(
    name: str,
    values: dict[str, object],
    scripts: Sequence[str] = (),
    styles: Sequence[str] = (),
    *,
    asks_its_server: bool = False,
) -> bytes:
    """
    Return the page `name` as UTF-8: its template filled with `values`, with the stylesheet and the script of that name.

    `scripts` names files with functions that the script uses, `styles` more stylesheets. The content security policy of
    the page allows these by their hashes, and forbids network (but for a page that `asks_its_server`), images from
    elsewhere and forms.
    """
    style = "\n".join(map(_asset, ("base.css", *styles, f"{name}.css")))
    script = "\n".join(map(_asset, ("base.js", *scripts, f"{name}.js")))
    connect = "connect-src 'self'; " if asks_its_server else ""
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; img-src data:; {connect}"
        "base-uri 'none'; form-action 'none'"
    )
    # These are our own files, with nothing from a result. A `</` in them would end the element: there must be none.
    assets = {"style": Markup(style), "script": Markup(script), "policy": policy}  # noqa: S704
    page = _environment().get_template(f"{name}.html").render(**values, **assets)
    return page.encode("utf-8", "backslashreplace")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _asset(name: str) -> str:
    # Every student's page holds these files, so it has them without comments, empty lines and indentation.
    lines = (line.strip() for line in (TEMPLATES / name).read_text(encoding="utf-8").split("\n"))
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
