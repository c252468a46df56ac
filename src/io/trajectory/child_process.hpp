#pragma once
#include <functional>
#include <string>

namespace carom::io {

/// What `work` returns, done by a child process, so that neither a crash nor an endless loop in it ends this one: for
/// foreign code that reads files which may be damaged. What `work` throws as InputError is thrown here. InputError
/// with `name` and how the child ended if it crashes or takes longer than ten seconds.
std::string in_child_process(const std::string& name, const std::function<std::string()>& work);

/// For `work`, once it has opened what it reads: this process opens, makes and begins nothing from here on, whatever it
/// is led to. (So -fsanitize=vptr cannot watch it: that probes memory through a pipe.)
void open_nothing_more();

}  // namespace carom::io
