"""Runs Fermata and serves catalogues to it."""
import http.server
import os
import subprocess
import threading


def start(fermata, *words, library, home, **variables):
    environment = {"HOME": home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", **variables}
    return subprocess.Popen([fermata, *words, "--library", library], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            env=environment)


def run(fermata, *words, library, home, **variables):
    process = start(fermata, *words, library=library, home=home, **variables)
    output, errors = process.communicate(timeout=300)
    return process.returncode, output.decode(), errors.decode()


def serve(folder):
    """Serves the files of a folder and returns the address."""
    handler = lambda *args: Quiet(*args, directory=folder)  # noqa: E731
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args):
        pass

    def copyfile(self, source, target):
        try:
            super().copyfile(source, target)
        except ConnectionError:
            pass  # the program was killed
