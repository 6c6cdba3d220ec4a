"""Scrapy: an item pipeline and a downloader middleware over one warm child process a crawl.

Settings, all optional: DEHUSK_FIELDS (names of the fields of rows), DEHUSK_ARGUMENTS (options of `dehusk batch`, such as ["--site"], which
learns each site's template as its pages come by), DEHUSK_COMMAND (the program and its first arguments), DEHUSK_TIMEOUT (seconds a page).
"""

from itemadapter import ItemAdapter
from scrapy import Item, signals
from scrapy.exceptions import DropItem
from scrapy.http import TextResponse
from scrapy.utils.defer import maybe_deferred_to_future
from twisted.internet import reactor
from twisted.internet.threads import deferToThreadPool
from twisted.python.threadpool import ThreadPool
from w3lib.encoding import http_content_type_encoding

from .child import FIELDS, Dehusk


class _OfCrawler:
    """A child process that lives as long as the crawl. Its only thread keeps the reactor free, and the pages in a row."""

    def __init__(self, settings, stats):
        command = settings.getlist("DEHUSK_COMMAND") or None
        arguments, fields = settings.getlist("DEHUSK_ARGUMENTS"), settings.getlist("DEHUSK_FIELDS", FIELDS)
        # Needed here, whatever is asked for.
        self._asked = tuple(fields)
        fields = (*self._asked, *(name for name in ("ok", "reason", "detail") if name not in self._asked))
        self._dehusk = Dehusk(command, arguments, fields, settings.getfloat("DEHUSK_TIMEOUT", 120.0))
        self._stats = stats
        self._thread = ThreadPool(minthreads=0, maxthreads=1, name="dehusk")

    @classmethod
    def from_crawler(cls, crawler):
        one = cls(crawler.settings, crawler.stats)
        crawler.signals.connect(one.start, signal=signals.spider_opened)
        crawler.signals.connect(one.stop, signal=signals.engine_stopped)
        return one

    def start(self):
        self._thread.start()

    def stop(self):
        self._thread.stop()
        self._dehusk.close()

    async def _row(self, html, url, **page):
        given = {**page, "url": url}
        row = await maybe_deferred_to_future(
            deferToThreadPool(reactor, self._thread, lambda: self._dehusk.extract(html, **given))
        )
        self._stats.inc_value("dehusk/pages")
        if not row["ok"]:
            self._stats.inc_value(f"dehusk/without_text/{row['reason']}")
        return row


class DehuskMiddleware(_OfCrawler):
    """A downloader middleware: callbacks find the page's row in `response.meta["dehusk"]`. Errors and other responses than HTML pass unchanged.

    A request with `meta={"dehusk": False}` is left alone.
    """

    async def process_response(self, request, response, spider):
        is_page = isinstance(response, TextResponse) and 200 <= response.status < 300 and _is_html(response)
        if is_page and request.meta.get("dehusk") is not False:
            request.meta["dehusk"] = await self._row(response.body, response.url, **_charset(response))
        return response


class DehuskPipeline(_OfCrawler):
    """An item pipeline: an item with `html` (text or bytes) and `url` loses `html`, and gets the fields of the page's row.

    Items without `html` pass unchanged. Those of pages without text are dropped, with the reason in the log.
    """

    async def process_item(self, item, spider):
        adapter = ItemAdapter(item)
        html = adapter.get("html")
        if html is None:
            return item
        row = await self._row(html, adapter.get("url"))
        if not row["ok"]:
            raise DropItem(f"{adapter.get('url')} has no text: {row['reason']}: {row['detail']}")
        # An item with declared fields takes those that it declares.
        declared = None if isinstance(item, dict) else set(type(item).fields if isinstance(item, Item) else adapter.field_names())
        # Classes of attrs and dataclasses keep their attributes.
        adapter["html"] = None
        if isinstance(item, (dict, Item)):
            del adapter["html"]
        for name in self._asked:
            if (declared is None or name in declared) and adapter.get(name) is None:
                adapter[name] = row[name]
        return item


def _is_html(response):
    kind = response.headers.get("Content-Type", b"text/html").split(b";")[0].strip().lower()
    return kind in (b"text/html", b"application/xhtml+xml", b"")


def _charset(response):
    """The charset of the HTTP header; the program finds the page's own."""
    name = http_content_type_encoding(response.headers.get("Content-Type", b"").decode("latin-1"))
    return {} if name is None else {"charset": name}
