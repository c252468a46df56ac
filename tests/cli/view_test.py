#!/usr/bin/env python3
"""carom view: serves the web app and what is looked at."""
import contextlib
import http.client
import json
import re
import signal
import socket
import subprocess
import unittest
import urllib.error
import urllib.request

import support
from support import CaromTest, carom


class View(CaromTest):
    def setUp(self):
        super().setUp()
        self.app = self.here / "app"
        self.app.mkdir()
        (self.app / "index.html").write_text("the app")
        (self.app / "engine.wasm").write_bytes(b"\0asm")

    def view(self, path):
        """The server's process and address; it ends with the test."""
        server = subprocess.Popen([support.BINARY, "view", path, "--app", self.app, "--no-browser"],
                                  stdout=subprocess.PIPE, text=True)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        line = server.stdout.readline()
        self.assertIn(f"{path}: http://localhost:", line)
        self.assertIn("#look/run", line)
        return server, re.search(r"http://localhost:\d+/", line)[0].replace("localhost", "127.0.0.1")

    def fetch(self, address, **headers):
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=60) as answer:
            return answer.read(), answer

    def ask(self, port, *headers, path="/run/scene.json", method="GET"):
        """Status, headers and body of the answer to a request with these headers and no others."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
            for name, value in headers:
                connection.putheader(name, value)
            connection.endheaders()
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()

    def test_a_run_is_served_with_the_app(self):
        run = self.run_scene(self.scene())
        server, address = self.view(run)
        self.assertEqual(self.fetch(address)[0], b"the app")
        self.assertEqual(self.fetch(address + "engine.wasm")[1].headers["Content-Type"], "application/wasm")
        names = json.loads(self.fetch(address + "run/files.json")[0])
        self.assertEqual(names, self.names(run))
        for name in names:
            self.assertEqual(self.fetch(address + "run/" + name)[0], (run / name).read_bytes(), name)
        server.send_signal(signal.SIGINT)
        self.assertEqual(server.wait(60), 0)

    def test_parts_of_a_file_are_served(self):
        run = self.run_scene(self.scene())
        _, address = self.view(run / "trajectory.h5")
        part, answer = self.fetch(address + "run/trajectory.h5", Range="bytes=1-3")
        self.assertEqual((answer.status, part), (206, b"HDF"))

    def test_a_scene_is_served_alone(self):
        scene = self.scene("with a blank")
        self.scene("neighbour")
        _, address = self.view(scene)
        self.assertEqual(json.loads(self.fetch(address + "run/files.json")[0]), ["with a blank.json"])
        self.assertEqual(self.fetch(address + "run/with%20a%20blank.json")[0], scene.read_bytes())
        for name in ["neighbour.json", "../neighbour.json", "..%2fneighbour.json"]:
            with self.assertRaises(urllib.error.HTTPError) as refused:
                self.fetch(address + "run/" + name)
            self.assertEqual(refused.exception.code, 404)
            refused.exception.close()

    def test_only_who_names_this_machine_is_answered(self):
        scene = self.scene()
        port = self.port(self.view(scene)[1])
        names = [f"localhost:{port}", f"127.0.0.1:{port}", f"[::1]:{port}", f"LocalHost:{port}"]
        for name in names:
            for origin in [[], [("Origin", f"http://{name}")]]:
                status, _, body = self.ask(port, ("Host", name), *origin)
                self.assertEqual((status, body), (200, scene.read_bytes()), name)
        for name in ["evil.example", f"evil.example:{port}", f"localhost.evil.example:{port}", f"127.0.0.1.evil:{port}",
                     "localhost", f"localhost:{port + 1}", f"localhost:{port}@evil", f"http://localhost:{port}", ""]:
            for path in ["/", "/run/scene.json", "/run/files.json", "/none"]:
                self.assert_refused(self.ask(port, ("Host", name), path=path), "Host", f'"{name}"', f"localhost:{port}")
        self.assert_refused(self.ask(port), "Host")
        self.assert_refused(self.ask(port, ("Host", names[0]), ("Host", "evil.example")), "Host")
        for origin in ["http://evil.example", f"http://evil.example:{port}", "null", f"https://localhost:{port}",
                       f"http://localhost:{port + 1}", "http://localhost", f"http://localhost:{port}.evil.example"]:
            self.assert_refused(self.ask(port, ("Host", names[0]), ("Origin", origin)), "Origin", f'"{origin}"')
        self.assert_refused(self.ask(port, ("Host", names[0]), ("Origin", f"http://{names[0]}"), ("Origin", "null")), "Origin")

    def assert_refused(self, answer, *words):
        status, _, body = answer
        self.assertEqual(status, 403, body)
        for word in words:
            self.assertIn(word, body.decode())

    def port(self, address):
        return int(re.search(r":(\d+)/", address)[1])

    def test_no_other_address_of_this_machine_is_listened_on(self):
        port = self.port(self.view(self.scene())[1])
        with self.assertRaises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.2", port), timeout=60)

    def test_nothing_is_written(self):
        port = self.port(self.view(self.scene())[1])
        status, _, body = self.ask(port, ("Host", f"localhost:{port}"), method="DELETE")
        self.assertEqual((status, body), (405, b"DELETE: expected GET or HEAD\n"))

    def test_files_are_sent_as_they_are(self):
        (self.app / "app.js").write_text("let same = 1;\n" * 1000)
        port = self.port(self.view(self.scene())[1])
        status, headers, body = self.ask(port, ("Host", f"localhost:{port}"), ("Accept-Encoding", "gzip, br"), path="/app.js")
        self.assertEqual((status, body), (200, (self.app / "app.js").read_bytes()))
        self.assertEqual((headers["Content-Encoding"], headers["Content-Type"]), (None, "text/javascript"))

    def test_who_stalls_keeps_nobody_waiting(self):
        _, address = self.view(self.scene())
        stalled = [socket.create_connection(("127.0.0.1", self.port(address)), timeout=60) for _ in range(120)]
        for k, client in enumerate(stalled):
            self.addCleanup(client.close)
            client.setblocking(False)
            if k % 2:
                client.send(b"GET / HTTP/1.1\r\n")
        self.assertEqual(self.fetch(address)[0], b"the app")
        for client in stalled:  # nobody was given up for it
            with self.assertRaises(BlockingIOError):
                client.recv(1)

    def test_an_app_that_is_not_built_is_told(self):
        (self.app / "index.html").unlink()
        self.assert_fails(carom("view", self.scene(), "--app", self.app), self.app, "not built", "script/web build")

    def test_what_cannot_be_looked_at_is_told(self):
        self.assert_fails(carom("view", self.here / "none", "--app", self.app), "none", "no such file")
        self.assert_fails(carom("view", self.here / "none.xyz", "--app", self.app), "none.xyz", "no such file")
        self.assert_fails(carom("view", self.app, "--app", self.app), "summary.json")
        self.assert_fails(carom("view", self.scene(until=-1), "--app", self.app), "until", "-1")
        self.assert_fails(carom("view", self.scene(), "--port", "70000"), "70000", code=2)

    def test_a_port_in_use_is_told(self):
        scene = self.scene()
        _, address = self.view(scene)
        port = self.port(address)
        self.assert_fails(carom("view", scene, "--app", self.app, "--port", port, "--no-browser"), port)


if __name__ == "__main__":
    support.main()
