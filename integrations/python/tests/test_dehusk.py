"""Tests with the real program: DEHUSK_COMMAND names it."""

import json
import multiprocessing
import os
import pickle
import signal
import sys
import tempfile
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from dehusk import DatatroveExtractor, Dehusk, DehuskError, NemoExtractor, PageLoader  # noqa: E402

SENTENCE = "Every year in March the ferrymen count the posts along the shore and paint the ones that lost their colour. "


def page(name):
    return (
        f'<html lang="en"><title>Page {name}</title><nav><a href="/">Home</a></nav><article><h1>Page {name}</h1>'
        f"<p>Page {name}. {SENTENCE * 3}</p></article><footer>All rights reserved</footer>"
    )


def in_other_process(extractor, results):
    results.put(extractor.extract(page("fork"))["text"])


# Answers as the program does, but ends or sleeps on pages that say so: tests what happens to the pages around them.
TROUBLE = """
import json, os, sys, time
for line in sys.stdin:
    row = json.loads(line)
    if "DIE" in row["html"]: os._exit(9)
    if "HALF" in row["html"]: print('{"id": 1, "ok": tr', end="", flush=True); os._exit(9)
    if "HANG" in row["html"]: time.sleep(600)
    print(json.dumps({"id": row.get("id"), "ok": True, "reason": None, "text": row["html"]}), flush=True)
"""


def is_running(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class ChildTest(unittest.TestCase):
    def test_rows_in_order_whatever_fails(self):
        pages = [{"id": n, "html": page(n) if n % 3 else "", "url": f"https://a.example/{n}"} for n in range(60)]
        with Dehusk(window=5) as dehusk:
            rows = list(dehusk.extract_many(iter(pages)))
            self.assertEqual([row["id"] for row in rows], list(range(60)))
            self.assertEqual([row["ok"] for row in rows], [n % 3 > 0 for n in range(60)])
            self.assertIn("ferrymen", rows[1]["text"])
            self.assertEqual(rows[1]["title"], "Page 1")

    def test_one_child_for_all_pages(self):
        with Dehusk() as dehusk:
            dehusk.extract(page(1))
            child = dehusk._child
            for n in range(5):
                dehusk.extract(page(n))
            self.assertIs(dehusk._child, child)

    def test_odd_pages(self):
        with Dehusk() as dehusk:
            latin = '<html lang="fr"><title>é</title><p>' + "Le café est là, et le garçon de l'hôtel le sait. " * 6
            self.assertIn("café", dehusk.extract(latin.encode("latin-1"), charset="iso-8859-1")["text"])
            self.assertIn("\u2028", dehusk.extract(page("a\u2028b"))["text"])
            self.assertTrue(dehusk.extract(page("\ud800 lone"))["ok"])
            self.assertEqual(dehusk.extract("x" * 40_000_000)["ok"], False)
            self.assertTrue(dehusk.extract(page("after"))["ok"])

    def test_arguments(self):
        with Dehusk(arguments=["--set", "title=false"], fields=("ok", "markdown")) as dehusk:
            markdown = dehusk.extract(page("[1]"))["markdown"]
            self.assertIn("Page [1]. Every", markdown)
        with self.assertRaisesRegex(DehuskError, "unknown option '--nonsense'"):
            Dehusk(arguments=["--nonsense"]).extract(page(1))
        with self.assertRaisesRegex(DehuskError, "no-such-program cannot be started.*npm install"):
            Dehusk(command=["no-such-program"]).extract(page(1))
        with self.assertRaisesRegex(ValueError, "expected a positive time"):
            Dehusk(timeout=0)

    def test_a_child_that_is_killed_is_started_again(self):
        with Dehusk(window=4) as dehusk:
            rows = []
            for row in dehusk.extract_many({"id": n, "html": page(n)} for n in range(30)):
                rows.append(row)
                if row["id"] in (5, 17):
                    os.kill(dehusk._child._process.pid, signal.SIGKILL)
            self.assertEqual([(row["id"], row["ok"]) for row in rows], [(n, True) for n in range(30)])

    def test_a_page_that_kills_or_hangs_the_child_is_a_row(self):
        with tempfile.NamedTemporaryFile("w", suffix=".py") as program:
            program.write(TROUBLE)
            program.flush()
            for word, reason in (("DIE", "crashed"), ("HALF", "crashed"), ("HANG", "timeout")):
                pages = [{"id": n, "html": word if n in (3, 7) else f"page {n}"} for n in range(12)]
                with Dehusk(command=[sys.executable, program.name], window=4, timeout=1) as dehusk:
                    rows = list(dehusk.extract_many(pages))
                self.assertEqual([row["id"] for row in rows], list(range(12)))
                self.assertEqual({row["id"]: row["reason"] for row in rows if not row["ok"]}, {3: reason, 7: reason})

    def test_a_program_behind_a_wrapper_ends_with_it(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "program.py")
            pids = os.path.join(folder, "pids")
            with open(program, "w") as file:
                file.write(f"import os\nopen({pids!r}, 'a').write(f'{{os.getpid()}}\\n')\n{TROUBLE}")
            # As npx does: the shell waits for the program, and does not pass signals on.
            wrapper = ["sh", "-c", f'"{sys.executable}" "$@"; exit $?', "sh", program]
            with Dehusk(command=wrapper, timeout=1) as dehusk:
                self.assertEqual(dehusk.extract("HANG")["reason"], "timeout")
                self.assertTrue(dehusk.extract("page")["ok"])
            with open(pids) as file:
                started = file.read().split()
            self.assertGreater(len(started), 1)
            # The system ends killed processes a moment later. One that goes on keeps this test from ending.
            while any(is_running(pid) for pid in started):
                time.sleep(0.05)

    def test_a_loop_that_ends_early_leaves_no_rows_behind(self):
        with Dehusk(window=4) as dehusk:
            for row in dehusk.extract_many({"id": n, "html": page(n)} for n in range(20)):
                break
            self.assertEqual(dehusk.extract(page("next"), id="next")["id"], "next")

    def test_fork_and_pickle(self):
        with Dehusk() as dehusk:
            dehusk.extract(page(1))
            results = multiprocessing.get_context("fork").Queue()
            process = multiprocessing.get_context("fork").Process(target=in_other_process, args=(dehusk, results))
            process.start()
            self.assertIn("Page fork.", results.get(timeout=60))
            process.join()
            self.assertIn("Page 2.", dehusk.extract(page(2))["text"])
            with pickle.loads(pickle.dumps(dehusk)) as copy:
                self.assertTrue(copy.extract(page(3))["ok"])


class Document:
    def __init__(self, text, metadata):
        self.text = text
        self.metadata = metadata


class FrameworkTest(unittest.TestCase):
    def test_datatrove(self):
        extractor = DatatroveExtractor()
        self.assertIn("ferrymen", extractor.extract(page(1)))
        self.assertEqual(extractor.extract(""), "")
        documents = [Document(page(n) if n != 2 else "", {"url": f"https://a.example/{n}"}) for n in range(4)]
        kept = list(extractor.run(iter(documents), rank=0, world_size=1))
        self.assertEqual([one.metadata["url"][-1] for one in kept], ["0", "1", "3"])
        self.assertTrue(all("Home" not in one.text and "ferrymen" in one.text for one in kept))

    def test_nemo(self):
        extractor = NemoExtractor()
        paragraphs = extractor.extract_text(page(1), frozenset(["the"]), "ENGLISH")
        self.assertTrue(any(one.startswith("Page 1. Every year") for one in paragraphs))
        self.assertIsNone(extractor.extract_text("", frozenset(), "ENGLISH"))

    def test_loaders(self):
        pages = [{"id": "a", "html": page(1), "url": "https://a.example/1"}, {"id": "b", "html": ""}]
        [document] = PageLoader(pages).load()
        self.assertIn("ferrymen", document.page_content)
        self.assertEqual((document.metadata["source"], document.metadata["title"]), ("https://a.example/1", "Page 1"))
        [read] = PageLoader(pages, document=Document).load_data()
        self.assertIn("ferrymen", read.text)
        json.dumps(read.metadata)


if __name__ == "__main__":
    unittest.main()
