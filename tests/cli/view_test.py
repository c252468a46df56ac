#!/usr/bin/env python3
"""carom view: serves the web app and what is looked at."""
import json
import re
import signal
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
        port = address.split(":")[2].strip("/")
        self.assert_fails(carom("view", scene, "--app", self.app, "--port", port, "--no-browser"), port)


if __name__ == "__main__":
    support.main()
