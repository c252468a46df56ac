#include "io/library/hdf5_library.hpp"

namespace carom::io::hdf5 {

Library::Library() : library(CAROM_HDF5_LIBRARY, "libhdf5-dev") {
  H5dont_atexit();
  H5open();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const auto id = [this](const char* name) {
    const hid_t* const value = library.variable(name);
    return *value;
  };
  native_double = id("H5T_NATIVE_DOUBLE_g");
  native_int32 = id("H5T_NATIVE_INT32_g");
  native_int64 = id("H5T_NATIVE_INT64_g");
  native_uint8 = id("H5T_NATIVE_UINT8_g");
  native_uint32 = id("H5T_NATIVE_UINT32_g");
  c_string = id("H5T_C_S1_g");
  file_creation = id("H5P_CLS_FILE_CREATE_ID_g");
  group_creation = id("H5P_CLS_GROUP_CREATE_ID_g");
  dataset_creation = id("H5P_CLS_DATASET_CREATE_ID_g");
}

const Library& lib() {
  static const Library loaded;
  return loaded;
}

}  // namespace carom::io::hdf5
