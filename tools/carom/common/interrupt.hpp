#pragma once

/// From here on the first SIGINT or SIGTERM asks for an end, which is_interrupted() tells; a second one ends the
/// program.
void heed_interrupts();
bool is_interrupted();
