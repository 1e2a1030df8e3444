"""Tables as text for other programs to set: the templates are beside this file.

HTML is escaped as it is filled in. TeX has templates with other marks (`<< >>` for a value, `<% %>` for a statement),
because braces are its own.
"""

from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

LOADER = PackageLoader("commonground.report", "templates")
HTML = Environment(
    loader=LOADER, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, auto_reload=False
)
TEX = Environment(
    loader=LOADER,
    autoescape=False,  # the filter `tex` escapes what is no TeX yet
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    variable_start_string="<<",
    variable_end_string=">>",
    block_start_string="<%",
    block_end_string="%>",
    comment_start_string="<#",
    comment_end_string="#>",
)
SIGNS = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "_": r"\_",
    "#": r"\#",
    "$": r"\$",
    "–": "--",
    "−": "$-$",
}


def html(name: str, **values: Any) -> str:
    """A fragment of a web page from the template of that name."""
    return HTML.get_template(name).render(values)


def page(title: str, body: str) -> str:
    """A web page around a fragment."""
    return html("page.html.j2", title=title, body=Markup(body)) + "\n"


def latex(name: str, **values: Any) -> str:
    """A piece of LaTeX from the template of that name."""
    return TEX.get_template(name).render(values)


def unbroken(text: str) -> Markup:
    """Text that stays on one line."""
    return Markup(str(escape(text)).replace(" ", "&nbsp;"))


def tex(text: str) -> str:
    """Text as LaTeX writes it."""
    return "".join(SIGNS.get(letter, letter) for letter in text)


HTML.filters["unbroken"] = unbroken
TEX.filters["tex"] = tex
