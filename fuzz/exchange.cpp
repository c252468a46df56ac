// Any file of another program is read, and what is read is written for every program or refused; or it is an
// InputError, never anything else.
#include "carom/io/exchange.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

#include "carom/io/scene.hpp"
#include "json_mutator.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using carom::io::ExchangeFormat;
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  const auto format = carom::io::exchange_format_of(bytes);
  if (!format || *format == ExchangeFormat::shot || *format == ExchangeFormat::saved_game) return 0;
  carom::io::Exchange exchange;
  try {
    exchange = carom::io::read_exchange(bytes, "fuzz", *format);
  } catch (const carom::io::InputError&) {
    return 0;
  }
  for (const auto to : {ExchangeFormat::shot, ExchangeFormat::trajectories, ExchangeFormat::pooltool_json,
                        ExchangeFormat::pooltool_msgpack, ExchangeFormat::fastfiz, ExchangeFormat::tailuge_link,
                        ExchangeFormat::tailuge_recordings, ExchangeFormat::path_tracking}) {
    try {
      carom::io::write_exchange(exchange, to);
    } catch (const carom::io::InputError&) {
    }
  }
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t max_size,
                                               unsigned seed) {
  return fuzz::mutate_text(data, size, max_size, seed);
}
