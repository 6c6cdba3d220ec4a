"""One `dehusk batch -` as a child process: a line with a page in, a line with its row out, in the same order."""

import base64
import json
import os
import queue
import shlex
import signal
import subprocess
import threading
from collections import deque

FIELDS = ("id", "url", "ok", "reason", "detail", "title", "author", "date", "language", "text")


class DehuskError(RuntimeError):
    """The program cannot be started, or it refuses its arguments."""


class Dehusk:
    """Extracts pages. Use it in one thread at a time; after a fork or unpickling it starts a child of its own.

    command: the program and its first arguments; default the environment variable DEHUSK_COMMAND, else `dehusk`.
    arguments: options of `dehusk batch`, such as ["--timeout", "2s"].
    fields: names of the fields of a row.
    timeout: seconds without a row after which the child counts as hung and is started again.
    window: pages that are with the child at once.
    """

    def __init__(self, command=None, arguments=(), fields=FIELDS, timeout=120.0, window=8):
        if timeout <= 0 or window < 1:
            raise ValueError(f"timeout and window got {timeout} and {window}, expected a positive time and at least 1")
        self.command = list(command or shlex.split(os.environ.get("DEHUSK_COMMAND", "dehusk")))
        self.arguments = list(arguments)
        self.fields = tuple(fields)
        self.timeout = timeout
        self.window = window
        self._child = None

    def extract(self, html, url=None, **page):
        """The row of a page. html: text, or bytes in the page's own encoding. page: other fields of an input row, such as `charset`."""
        return next(self.extract_many([{**page, "html": html, "url": url}]))

    def extract_many(self, pages):
        """The rows of pages (dictionaries with `html`, and `id`, `url` … where they are known), in their order.

        Pages are taken only as fast as rows are. A page during which the child dies twice has the reason `crashed`, one without
        an answer in time `timeout`; the other pages are extracted.
        """
        waiting = deque()
        try:
            for page in pages:
                while len(waiting) >= self.window:
                    yield self._receive(waiting)
                waiting.append(_Waiting(page))
                self._send_next(waiting)
            while waiting:
                yield self._receive(waiting)
        finally:
            # Rows that nobody waits for must not answer the next pages.
            if waiting:
                self.close()

    def close(self):
        """Ends the child. The next page starts another one."""
        child, self._child = self._child, None
        if child is not None and child.owner == os.getpid():
            child.end()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __del__(self):
        try:
            self.close()
        except Exception:
            # The interpreter is ending, and its modules may be gone.
            pass

    def __getstate__(self):
        return {**self.__dict__, "_child": None}

    def _send_next(self, waiting):
        """Sends the pages that may be with the child: all up to one that has to be alone."""
        for page in waiting:
            if page.is_alone and page is not waiting[0]:
                return
            if not page.is_sent:
                if self._child is None or self._child.owner != os.getpid():
                    self._child = _Child(self.command, self.arguments, self.fields)
                self._child.lines.put(page.line)
                page.is_sent = True
            if page.is_alone:
                return

    def _receive(self, waiting):
        while True:
            first = waiting[0]
            self._send_next(waiting)
            try:
                line = self._child.rows.get(timeout=self.timeout)
                if line is not None:
                    waiting.popleft()
                    return json.loads(line)
                code = self._child.code()
                reason, detail = "crashed", f"the program ended with code {code}"
                if code == 2:
                    raise DehuskError(self._child.complaint())
            except queue.Empty:
                reason, detail = "timeout", f"the program had no answer for {self.timeout} seconds"
            self.close()
            if first.is_alone and (first.has_failed or reason == "timeout"):
                waiting.popleft()
                row = {"id": first.id, "ok": False, "reason": reason, "detail": detail, "text": ""}
                for one in waiting:
                    one.is_sent = False
                return {**dict.fromkeys(self.fields), **row}
            first.has_failed = first.is_alone
            # Any of the pages that were with the child may be the cause, so each of them is tried alone.
            for one in waiting:
                one.is_alone = one.is_alone or one.is_sent
                one.is_sent = False


class _Waiting:
    """A page whose row has not come."""

    def __init__(self, page):
        page = dict(page)
        if isinstance(page.get("html"), (bytes, bytearray)):
            page["htmlBase64"] = base64.b64encode(page.pop("html")).decode("ascii")
        self.id = page.get("id")
        # Lone surrogates become escapes, which JSON allows.
        self.line = json.dumps(page, ensure_ascii=True).encode("ascii") + b"\n"
        self.is_sent = False
        # Sent to a child of its own, because a child died while it was waiting; and whether that one died, too.
        self.is_alone = False
        self.has_failed = False


class _Child:
    """A process with a thread that writes its lines and one that reads its rows, so that neither side waits for the other."""

    def __init__(self, command, arguments, fields):
        self.owner = os.getpid()
        self.lines = queue.Queue()
        self.rows = queue.Queue()
        whole = [*command, "batch", "-", "--threads", "1", "--quiet", "--fields", ",".join(fields), *arguments]
        try:
            # In a session of its own: the command may be a wrapper such as npx, and `end` must reach the program behind it.
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(whole, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        except OSError as error:
            raise DehuskError(f"{command[0]} cannot be started: {error}; install it with: npm install -g dehusk") from error
        self._errors = deque(maxlen=20)
        self._threads = [threading.Thread(target=one, daemon=True) for one in (self._write, self._read, self._read_errors)]
        for thread in self._threads:
            thread.start()

    def _write(self):
        try:
            while True:
                line = self.lines.get()
                if line is None:
                    self._process.stdin.close()
                    return
                self._process.stdin.write(line)
                self._process.stdin.flush()
        except (OSError, ValueError):
            # The process ended; the reader reports it.
            pass

    def _read(self):
        for line in self._process.stdout:
            # The last line of a program that died may be part of a row.
            if line.endswith(b"\n"):
                self.rows.put(line)
        self._process.wait()
        self.rows.put(None)

    def _read_errors(self):
        for line in self._process.stderr:
            self._errors.append(line.decode("utf-8", "replace").rstrip())

    def code(self):
        return self._process.poll()

    def complaint(self):
        # The process has ended, so its messages do too; they may not be read yet.
        self._threads[2].join(timeout=5)
        return "\n".join(self._errors) or "the program ended with code 2"

    def end(self):
        self.lines.put(None)
        if any(reader.is_alive() for reader in self._threads[1:]):
            if hasattr(os, "killpg"):
                try:
                    os.killpg(self._process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    # They ended meanwhile.
                    pass
            else:
                self._process.kill()
        self._process.wait()
        # Nobody holds the other ends of the pipes any more, so the threads end.
        for thread in self._threads:
            thread.join()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            try:
                pipe.close()
            except OSError:
                # Input that the program did not read.
                pass
