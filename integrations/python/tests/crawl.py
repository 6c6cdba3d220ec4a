"""Crawls a site on loopback with Scrapy; prints what came out as JSON. Arguments: the site's address."""

import json
import sys

import scrapy
from scrapy.crawler import CrawlerProcess


class Story(scrapy.Item):
    html = scrapy.Field()
    url = scrapy.Field()
    title = scrapy.Field()
    text = scrapy.Field()


class Stories(scrapy.Spider):
    name = "stories"

    def start_requests(self):
        yield scrapy.Request(sys.argv[1], self.parse)

    def parse(self, response):
        for link in response.css("a::attr(href)").getall():
            yield response.follow(link, self.story)

    def story(self, response):
        row = response.meta.get("dehusk")
        seen.append({"url": response.url, "row": row})
        make = Story if response.url.endswith("1") else dict
        yield make(html=response.body, url=response.url)
        yield {"other": response.url}


seen, kept, dropped = [], [], []


def keep(item, response, spider):
    kept.append(dict(item))


def drop(item, response, exception, spider):
    dropped.append(str(exception))


process = CrawlerProcess(
    settings={
        "DOWNLOADER_MIDDLEWARES": {"dehusk.scrapy.DehuskMiddleware": 50},
        "ITEM_PIPELINES": {"dehusk.scrapy.DehuskPipeline": 300},
        "DEHUSK_ARGUMENTS": ["--site"],
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "ERROR",
    }
)
crawler = process.create_crawler(Stories)
crawler.signals.connect(keep, signal=scrapy.signals.item_scraped)
crawler.signals.connect(drop, signal=scrapy.signals.item_dropped)
process.crawl(crawler)
process.start()
stats = {name: value for name, value in crawler.stats.get_stats().items() if name.startswith("dehusk/")}
print(json.dumps({"seen": seen, "kept": kept, "dropped": dropped, "stats": stats}))
