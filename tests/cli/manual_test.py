#!/usr/bin/env python3
"""Manual pages and completions of command lines have all that --help has, and the readers of their formats take them."""
import re
import subprocess

import support
from support import CaromTest, carom

COMMANDS = ["run", "resume", "report", "verify", "check", "info", "query", "shot", "shots", "rack", "convert", "study", "view", "manual"]


def options_of(command):
    """All --options in the help's list."""
    listed = carom(command, "--help").stdout.partition("Options:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  (?:-\w,)?(--[\w-]+)", listed, re.M)


class ManualTest(CaromTest):
    def written(self, *arguments):
        done = carom("manual", *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def accepted(self, text, *reader):
        done = subprocess.run(reader, input=text, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def page(self, command):
        """As it is read; bold letters are struck twice."""
        done = subprocess.run(["mandoc", "-T", "utf8"], input=self.written("man", command), capture_output=True, text=True, timeout=60)
        return re.sub(r".\x08", "", done.stdout)

    def completed(self, *words):
        """What bash offers for the last of these words."""
        script = self.here / "carom.bash"
        script.write_text(self.written("bash"))
        line = " ".join(f"'{word}'" for word in words)
        ask = f"source {script}; compopt() {{ :; }}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _carom; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        done = subprocess.run(["bash", "-c", ask], capture_output=True, text=True, cwd=self.here, timeout=60)
        self.assertEqual(done.stderr, "")
        return done.stdout.split()

    def test_the_commands_are_those_of_the_help(self):
        listed = carom("--help").stdout.partition("Subcommands:\n")[2].partition("\n\n")[0]
        self.assertEqual(re.findall(r"^  (\w+)", listed, re.M), COMMANDS)
        self.assertEqual(re.findall(r"^\.TP\n\\fB(\w+)\\fR$", self.written("man"), re.M), COMMANDS)

    def test_a_page_has_every_option_and_what_follows_them(self):
        for command in COMMANDS:
            for option in options_of(command):
                self.assertRegex(self.page(command), rf"\s{option}\b", command)
        self.assertIn("carom run scenes/gas2d.json --until 2 --seed 7", self.page("run"))

    def test_pages_are_right_roff(self):
        """But that they have no date: the same program writes the same pages for ever."""
        for command in [[], *([command] for command in COMMANDS)]:
            done = subprocess.run(["mandoc", "-T", "lint", "-W", "warning"], input=self.written("man", *command), capture_output=True, text=True, timeout=60)
            warnings = [line for line in done.stdout.splitlines() if "missing date" not in line]
            self.assertEqual((warnings, done.stderr), ([], ""))

    def test_shells_take_their_completions(self):
        self.accepted(self.written("bash"), "bash", "-n")
        self.accepted(self.written("zsh"), "zsh", "-n")
        self.accepted(self.written("fish"), "fish", "-n")

    def test_every_shell_knows_every_option(self):
        for shell, form in (("bash", "{}"), ("zsh", "{}["), ("fish", "-l {} ")):
            script = self.written(shell)
            for command in COMMANDS:
                for option in options_of(command):
                    self.assertIn(form.format(option if shell != "fish" else option[2:]), script, f"{shell} {command}")

    def test_bash_completes_commands_options_words_and_files(self):
        (self.here / "scene.json").touch()
        self.assertEqual(self.completed("carom", "re"), ["resume", "report"])
        self.assertEqual(self.completed("carom", "run", "--most-s"), ["--most-seconds"])
        self.assertEqual(self.completed("carom", "run", "--events", ""), ["none", "csv", "h5"])
        self.assertEqual(self.completed("carom", "query", "over"), ["overlap", "overlap-volume"])
        self.assertEqual(self.completed("carom", "run", "sce"), ["scene.json"])

    def test_what_there_is_no_page_of_is_refused(self):
        done = carom("manual", "man", "rum")
        self.assertEqual(done.returncode, 1)
        self.assertIn('got the command "rum", expected one of', done.stderr)
        self.assertIn('did you mean "run"?', done.stderr)


if __name__ == "__main__":
    support.main()
