"""readability-lxml and html2text over a WARC file in one thread: `lxml_baseline.py PAGES.warc.gz OUT.jsonl`. Prints its CPU seconds."""

import gzip
import json
import logging
import resource
import sys

import html2text
from readability import Document

logging.disable(logging.CRITICAL)


def records(path):
    """The address and page of each response; reads only what the experiment writes."""
    with gzip.open(path) as file:
        while line := file.readline():
            if not line.startswith(b"WARC/"):
                continue
            headers = {}
            while (line := file.readline().strip()) != b"":
                name, _, value = line.partition(b":")
                headers[name.strip().lower()] = value.strip()
            block = file.read(int(headers[b"content-length"]))
            if headers[b"warc-type"] == b"response":
                yield headers[b"warc-target-uri"].decode(), block.partition(b"\r\n\r\n")[2].decode("utf-8", "replace")


converter = html2text.HTML2Text()
converter.body_width = 0
with open(sys.argv[2], "w", encoding="utf-8") as out:
    for url, html in records(sys.argv[1]):
        try:
            text = converter.handle(Document(html, url=url).summary(html_partial=True))
        except Exception:
            # A page that fails has no text; the yield counts it.
            text = ""
        out.write(json.dumps({"url": url, "text": text}) + "\n")
used = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({"cpuSeconds": used.ru_utime + used.ru_stime}))
