"""Fills the templates. Every value is escaped, and only the page's own script may run."""

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
    Return the page `name` as UTF-8: its template with `values`, and the stylesheet and script of that name.

    `scripts` names further files for the script, `styles` more stylesheets. The content security policy allows these
    files by their hashes, and forbids images from elsewhere, forms and network (a page that `asks_its_server` may use
    its own).
    """
    style = "\n".join(map(_asset, ("base.css", *styles, f"{name}.css")))
    script = "\n".join(map(_asset, ("base.js", *scripts, f"{name}.js")))
    connect = "connect-src 'self'; " if asks_its_server else ""
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; img-src data:; {connect}"
        "base-uri 'none'; form-action 'none'"
    )
    # These are our own files, without data of a result. None holds a `</`, which would end the element.
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
    # Every student's page holds these files, so comments, empty lines and indentation are left out.
    lines = (line.strip() for line in (TEMPLATES / name).read_text(encoding="utf-8").split("\n"))
    return "\n".join(line for line in lines if line and not line.startswith("//"))


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
