import ast
import base64
import contextlib
import io
import json
import os
import re

PATH = "survey/analysis.ipynb"
with open(PATH, encoding="utf-8") as file:
    notebook = json.load(file)


def shown(value):
    """What a notebook shows of the last expression: a picture, a table, and text for everything."""
    data = {}
    if hasattr(value, "_repr_png_"):
        data["image/png"] = base64.b64encode(value._repr_png_()).decode() + "\n"
    if hasattr(value, "_repr_html_"):
        data["text/html"] = value._repr_html_().splitlines(keepends=True)
    data["text/plain"] = re.sub(r" at 0x[0-9A-Fa-f]+", "", repr(value)).splitlines(keepends=True)
    return data


def run(source, scope):
    """The outputs of one cell."""
    body, last = ast.parse(source), None
    if body.body and isinstance(body.body[-1], ast.Expr):
        last = ast.Expression(body.body.pop().value)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(body, "cell", "exec"), scope)
        value = eval(compile(last, "cell", "eval"), scope) if last else None
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(keepends=True)})
    if value is not None:
        outputs.append({"data": shown(value), "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


home, scope, count = os.getcwd(), {"__name__": "__main__"}, 0
os.chdir("survey")
for cell in notebook["cells"]:
    if cell["cell_type"] != "code":
        continue
    count += 1
    cell["execution_count"], cell["outputs"] = count, run("".join(cell["source"]), scope)
    for output in cell["outputs"]:
        if "execution_count" in output:
            output["execution_count"] = count
os.chdir(home)
with open(PATH, "w", encoding="utf-8") as file:
    file.write(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
print(f"{PATH}: {count} cells run")
