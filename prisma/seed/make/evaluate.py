"""Works out the formulas of a workbook under construction, so that its cached values are right.

Understands the operators + - * / ^ & = <> < > <= >=, the functions in FUNCTIONS, names of single cells, and
references to other sheets. Costs one Python evaluation a formula, each once. Anything else raises: a seed workbook
with a formula that is not understood must not be written at all.
"""
import re

TOKEN = re.compile(
    r"""(?P<string>"[^"]*")
      |(?P<ref>(?:(?:'[^']+'|[A-Za-z_]\w*)!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?(?![\w(]))
      |(?P<func>[A-Z]+(?=\())
      |(?P<name>[A-Za-z_]\w*)
      |(?P<number>\d+\.?\d*)
      |(?P<op><>|<=|>=|[-+*/^&=<>(),])
      |(?P<space>\s+)""",
    re.X,
)
OPERATORS = {"^": "**", "=": "==", "<>": "!=", "&": "+"}


def numbers(args):
    for arg in args:
        if isinstance(arg, list):
            yield from (value for value in arg if isinstance(value, (int, float)))
        else:
            yield arg


def half_up(value, digits):
    scale = 10**digits
    magnitude = int(abs(value) * scale + 0.5) / scale
    return magnitude if value >= 0 else -magnitude


FUNCTIONS = {
    "SUM": lambda *args: sum(numbers(args)),
    "AVERAGE": lambda *args: (lambda found: sum(found) / len(found))(list(numbers(args))),
    "MAX": lambda *args: max(numbers(args)),
    "MIN": lambda *args: min(numbers(args)),
    "ABS": abs,
    "ROUND": half_up,
    "IF": lambda test, yes, no: yes if test else no,
}


class Evaluator:
    """cells: {(sheet, "A1"): number, text or "=formula"}; names: {name: (sheet, "A1")}."""

    def __init__(self, cells, names):
        self.cells, self.names, self.known, self.open = cells, names, {}, set()

    def value(self, sheet, ref):
        key = (sheet, ref.replace("$", ""))
        if key in self.known:
            return self.known[key]
        content = self.cells.get(key)
        if isinstance(content, str) and content.startswith("="):
            assert key not in self.open, f"circular reference at {key}"
            self.open.add(key)
            content = self.formula(sheet, content[1:])
            self.open.discard(key)
        self.known[key] = content
        return content

    def formula(self, sheet, text):
        python, place = [], 0
        while place < len(text):
            found = TOKEN.match(text, place)
            assert found, f"not understood: {text[place:]!r} in {text!r}"
            python.append(self.translate(found.lastgroup, found.group(), sheet))
            place = found.end()
        scope = {"cell": self.operand, "area": self.area, "function": FUNCTIONS}
        return eval("".join(python), {"__builtins__": {}}, scope)  # only what translate() wrote

    def translate(self, kind, text, sheet):
        if kind == "op":
            return OPERATORS.get(text, text)
        if kind == "func":
            return f"function[{text!r}]"
        if kind == "name":
            return "cell({!r}, {!r})".format(*self.names[text])
        if kind == "ref":
            if "!" in text:
                sheet, text = text.split("!")
                sheet = sheet.strip("'")
            return f"{'area' if ':' in text else 'cell'}({sheet!r}, {text!r})"
        return text

    def operand(self, sheet, ref):
        value = self.value(sheet, ref)
        return 0 if value is None else value

    def area(self, sheet, ref):
        (left, top), (right, bottom) = (position(end) for end in ref.replace("$", "").split(":"))
        return [self.value(sheet, f"{letters(c)}{r}") for r in range(top, bottom + 1) for c in range(left, right + 1)]


def position(ref):
    """"B12" -> (2, 12): column and row, counted from 1."""
    column, row = re.fullmatch(r"([A-Z]+)(\d+)", ref).groups()
    number = 0
    for letter in column:
        number = number * 26 + ord(letter) - 64
    return number, int(row)


def letters(column):
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text
