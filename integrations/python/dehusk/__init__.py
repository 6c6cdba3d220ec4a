"""The main content of web pages, by the program `dehusk`, which runs as one warm child process."""

from .child import Dehusk, DehuskError
from .frameworks import DatatroveExtractor, NemoExtractor, Page, PageLoader

__all__ = ["Dehusk", "DehuskError", "DatatroveExtractor", "NemoExtractor", "Page", "PageLoader"]
