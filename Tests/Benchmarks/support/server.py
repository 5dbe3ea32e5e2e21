#!/usr/bin/env python3
"""Serves one folder over loopback: prints its address, then responds to GET and HEAD until its input ends."""

import email.utils
import functools
import http.server
import os
import sys
import threading
import urllib.parse


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def __init__(self, *arguments, folder):
        self.folder = folder
        super().__init__(*arguments)

    def do_GET(self):
        self.respond(with_body=True)

    def do_HEAD(self):
        self.respond(with_body=False)

    def respond(self, with_body):
        name = os.path.basename(urllib.parse.unquote(urllib.parse.urlsplit(self.path).path))
        try:
            file = open(os.path.join(self.folder, name), "rb")
        except OSError:
            self.send_error(404)
            return
        with file:
            state = os.fstat(file.fileno())
            etag = f'"{state.st_mtime_ns:x}-{state.st_size:x}"'
            unchanged = self.headers.get("If-None-Match") == etag
            self.send_response(304 if unchanged else 200)
            self.send_header("ETag", etag)
            self.send_header("Last-Modified", email.utils.formatdate(state.st_mtime, usegmt=True))
            if not unchanged:
                self.send_header("Content-Type", "audio/mpeg" if name.endswith(".mp3") else "application/x-ndjson")
                self.send_header("Content-Length", str(state.st_size))
            self.end_headers()
            if with_body and not unchanged:
                self.wfile.flush()
                try:
                    self.connection.sendfile(file)
                except ConnectionError:  # “source add” reads the beginning only
                    self.close_connection = True

    def log_message(self, *_):
        pass


def main():
    handler = functools.partial(Handler, folder=sys.argv[1])
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        print(f"http://127.0.0.1:{server.server_address[1]}/", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
