"""Classes with the interfaces of pipelines. They import none of them."""

from .child import Dehusk


class DatatroveExtractor:
    """An extractor of datatrove: `extract(text) -> str`, and a step of a pipeline that replaces the HTML of documents.

    Documents without text are dropped, as datatrove's own extractors do. options: those of Dehusk.
    """

    name = "⛏ Dehusk"
    type = "🛢 - EXTRAC"

    def __init__(self, **options):
        self._dehusk = Dehusk(**options)

    def extract(self, text):
        """The main content of a page, empty when it has none. text: its HTML."""
        return self._dehusk.extract(text)["text"] or ""

    def run(self, data, rank=0, world_size=1):
        """The documents of `data` with their content in `text`. Their address is read from `metadata["url"]`."""
        taken = []

        def pages():
            for document in data:
                taken.append(document)
                yield {"html": document.text, "url": (document.metadata or {}).get("url")}

        for row in self._dehusk.extract_many(pages()):
            document = taken.pop(0)
            if row["ok"]:
                document.text = row["text"]
                yield document

    __call__ = run


class NemoExtractor:
    """An HTML extraction algorithm of NeMo Curator. options: those of Dehusk."""

    def __init__(self, **options):
        self._dehusk = Dehusk(**options)

    def extract_text(self, html, stop_words=frozenset(), language=None):
        """The paragraphs of a page, or None when it has no text. `stop_words` and `language` are not needed."""
        row = self._dehusk.extract(html)
        if not row["ok"]:
            return None
        return [line for line in row["text"].split("\n") if line.strip()]


class Page:
    """A document, where no framework's class is given."""

    def __init__(self, page_content, metadata):
        self.page_content = page_content
        self.metadata = metadata


class PageLoader:
    """A loader of LangChain and a reader of LlamaIndex.

    pages: an iterable of dictionaries with `html`, and `id` and `url` where they are known.
    document: the framework's class, called with `page_content` and `metadata` (LangChain) or `text` and `metadata` (LlamaIndex).
    options: those of Dehusk. Pages without text are left out.
    """

    def __init__(self, pages, document=Page, **options):
        self._pages = pages
        self._document = document
        self._options = options

    def _rows(self):
        with Dehusk(**self._options) as dehusk:
            for row in dehusk.extract_many(self._pages):
                if row["ok"]:
                    metadata = {name: value for name, value in row.items() if name not in _NO_METADATA and value is not None}
                    yield row["text"], {**metadata, "source": row.get("url") or row.get("id")}

    def lazy_load(self):
        """Documents of LangChain, one by one."""
        for text, metadata in self._rows():
            yield self._document(page_content=text, metadata=metadata)

    def load(self):
        """Documents of LangChain as a list."""
        return list(self.lazy_load())

    def load_data(self):
        """Documents of LlamaIndex as a list."""
        return [self._document(text=text, metadata=metadata) for text, metadata in self._rows()]


_NO_METADATA = ("text", "ok", "reason", "detail")
