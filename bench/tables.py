"""Tables of results as Markdown."""


def table(heading, rows):
    """The lines of a table: names in the first column, numbers in the others."""
    rule = ["---"] + ["--:"] * (len(heading) - 1)
    return ["| " + " | ".join(map(str, row)) + " |" for row in [heading, rule, *rows]]


def publish(text, path):
    """Prints a result, and keeps it in a file where one is named."""
    print(text, end="")
    if path:
        path.write_text(text)
