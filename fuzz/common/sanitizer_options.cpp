// What the address sanitizer is told in each fuzzer; ASAN_OPTIONS tell it more. Freed memory of the last input or two
// is enough to watch. Where there is no memory, the library in C that asks (HDF5) learns so, and C++ ends. Two callers
// of malloc tell whose memory it is (warm_reader.hpp).
extern "C" const char* __asan_default_options() {
  return "quarantine_size_mb=1:thread_local_quarantine_size_kb=64:allocator_may_return_null=1:"
         "max_allocation_size_mb=1024:malloc_context_size=2";
}
