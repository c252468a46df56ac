#include "io/trajectory/row_spool.hpp"

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace carom::io {

RowSpool::RowSpool(std::filesystem::path path, Opening opening)
    : path_(std::move(path)), file_(opening == Opening::resumed ? OutputFile::existing(path_) : OutputFile(path_)) {}

void RowSpool::rewind() {
  file_.close();
  input_.reset(std::fopen(path_.c_str(), "rb"));
  if (!input_) throw std::runtime_error(path_.string() + ": cannot be read: " + std::strerror(errno));
}

bool RowSpool::read_bytes(void* bytes, std::size_t size) {
  const std::size_t got = size == 0 ? 0 : std::fread(bytes, 1, size, input_.get());
  if (got != size && (got != 0 || std::ferror(input_.get()) != 0))
    throw std::runtime_error(path_.string() + ": cannot be read to its end");
  return got == size;
}

std::unique_ptr<RowSpool> make_spool(const std::filesystem::path& hdf5_file, Opening opening) {
  if (opening == Opening::fresh) return nullptr;
  return std::make_unique<RowSpool>(hdf5_file.string() + ".rows", opening);
}

}  // namespace carom::io
