"""The command line: `doxa ...`."""


def main() -> None:
    """Run the command line; the only way in for the console script."""
    from .app import run

    run()
