"""A page in headless Chromium, as the tests of reports open it."""
import re
import shutil
import subprocess

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--use-gl=swiftshader", "--enable-unsafe-swiftshader", "--no-first-run",
           "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
           "--enable-logging=stderr", "--virtual-time-budget=4000", "--window-size=1000,900", "--dump-dom"]
ATTEMPTS = 5


def status(document):
    """What the page says of itself: "ready" once it has drawn, or an error; None before that."""
    found = re.search(r'<html[^>]* data-status="([^"]*)"', document)
    return found and found[1]


def open_page(page, profile, at=""):
    """The page as it stands in the browser, without its scripts, and the messages of its console.

    Where others keep the machine busy the browser's own clock runs out before the page has painted at all: then once more.
    """
    for _ in range(ATTEMPTS):
        done = subprocess.run([CHROMIUM, *OPTIONS, f"--user-data-dir={profile}", page.as_uri() + at], capture_output=True, text=True, timeout=120)
        if status(done.stdout):
            break
    messages = [line for line in done.stderr.splitlines() if "CONSOLE" in line and "GL Driver Message" not in line]
    return re.sub(r"<script.*?</script>", "", done.stdout, flags=re.DOTALL), messages
