# The Python that Debian's python3-… packages serve comes before any other.
find_program(CAROM_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(CAROM_PYTHON NAMES python3 REQUIRED)
