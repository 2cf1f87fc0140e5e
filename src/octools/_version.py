"""The version of the package, stated here alone."""

from typing import Final

__version__: Final = "1.4.0"
