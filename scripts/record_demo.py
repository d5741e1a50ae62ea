"""Record `doxa demo` as the picture of the README: docs/images/demo.svg.

.venv/bin/python scripts/record_demo.py
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from doxa.faces.cli.demo import run_demo
from doxa.faces.cli.session import out

PICTURE = Path(__file__).parent.parent / "docs" / "images" / "demo.svg"


def main() -> None:
    sys.argv[0] = "doxa"
    out.width, out.record, out.soft_wrap = 116, True, False
    run_demo()
    PICTURE.parent.mkdir(exist_ok=True)
    picture = out.export_svg(title="doxa demo")
    # The reader's own fonts: a picture in a repository should not call anywhere.
    PICTURE.write_text(re.sub(r"@font-face \{.*?\}\n", "", picture, flags=re.DOTALL), encoding="utf-8")


if __name__ == "__main__":
    main()
