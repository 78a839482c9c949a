"""The numbers of a model as documents quote them: rounded once, in the words of the pack."""
from evaluate import Evaluator


class Figures:
    def __init__(self, book):
        names = {name: (sheet, ref) for name, (sheet, ref) in book.names.items()}
        self.evaluator = Evaluator(book.contents(), names)

    def value(self, sheet, ref):
        return self.evaluator.value(sheet, ref)

    def money(self, sheet, ref):
        return f"{self.value(sheet, ref):.1f}"

    def share(self, sheet, ref):
        return f"{self.value(sheet, ref) * 100:.1f} %"

    def count(self, sheet, ref):
        return f"{self.value(sheet, ref):,.0f}"

    def growth(self, sheet, ref, before):
        return f"{(self.value(sheet, ref) / self.value(sheet, before) - 1) * 100:+.1f} %"

    def points(self, sheet, ref, before):
        return f"{(self.value(sheet, ref) - self.value(sheet, before)) * 100:+.1f} pt"
