#pragma once
#include <hdf5.h>

#include "io/library/shared_library.hpp"

// HDF5's constants (H5F_ACC_TRUNC) call these two by name; here the library is opened as soon as it is loaded.
#undef H5CHECK
#define H5CHECK
#undef H5OPEN
#define H5OPEN

namespace carom::io::hdf5 {

/// What Carom uses of HDF5: each function by its own name.
struct Library {
  Library();

  SharedLibrary library;
  decltype(&::H5dont_atexit) H5dont_atexit = library["H5dont_atexit"];
  decltype(&::H5open) H5open = library["H5open"];
  decltype(&::H5Aclose) H5Aclose = library["H5Aclose"];
  decltype(&::H5Acreate_by_name) H5Acreate_by_name = library["H5Acreate_by_name"];
  decltype(&::H5Awrite) H5Awrite = library["H5Awrite"];
  decltype(&::H5Dclose) H5Dclose = library["H5Dclose"];
  decltype(&::H5Dcreate2) H5Dcreate2 = library["H5Dcreate2"];
  decltype(&::H5Dget_space) H5Dget_space = library["H5Dget_space"];
  decltype(&::H5Dopen2) H5Dopen2 = library["H5Dopen2"];
  decltype(&::H5Dread) H5Dread = library["H5Dread"];
  decltype(&::H5Dset_extent) H5Dset_extent = library["H5Dset_extent"];
  decltype(&::H5Dwrite) H5Dwrite = library["H5Dwrite"];
  decltype(&::H5Eset_auto2) H5Eset_auto2 = library["H5Eset_auto2"];
  decltype(&::H5Ewalk2) H5Ewalk2 = library["H5Ewalk2"];
  decltype(&::H5Fclose) H5Fclose = library["H5Fclose"];
  decltype(&::H5Fcreate) H5Fcreate = library["H5Fcreate"];
  decltype(&::H5Fflush) H5Fflush = library["H5Fflush"];
  decltype(&::H5Fis_hdf5) H5Fis_hdf5 = library["H5Fis_hdf5"];
  decltype(&::H5Fopen) H5Fopen = library["H5Fopen"];
  decltype(&::H5Gclose) H5Gclose = library["H5Gclose"];
  decltype(&::H5Gcreate2) H5Gcreate2 = library["H5Gcreate2"];
  decltype(&::H5Lcreate_hard) H5Lcreate_hard = library["H5Lcreate_hard"];
  decltype(&::H5Lexists) H5Lexists = library["H5Lexists"];
  decltype(&::H5Pclose) H5Pclose = library["H5Pclose"];
  decltype(&::H5Pcreate) H5Pcreate = library["H5Pcreate"];
  decltype(&::H5Pset_chunk) H5Pset_chunk = library["H5Pset_chunk"];
  decltype(&::H5Pset_deflate) H5Pset_deflate = library["H5Pset_deflate"];
  decltype(&::H5Pset_fill_value) H5Pset_fill_value = library["H5Pset_fill_value"];
  decltype(&::H5Pset_obj_track_times) H5Pset_obj_track_times = library["H5Pset_obj_track_times"];
  decltype(&::H5Pset_shuffle) H5Pset_shuffle = library["H5Pset_shuffle"];
  decltype(&::H5Sclose) H5Sclose = library["H5Sclose"];
  decltype(&::H5Screate) H5Screate = library["H5Screate"];
  decltype(&::H5Screate_simple) H5Screate_simple = library["H5Screate_simple"];
  decltype(&::H5Sget_simple_extent_dims) H5Sget_simple_extent_dims = library["H5Sget_simple_extent_dims"];
  decltype(&::H5Sget_simple_extent_ndims) H5Sget_simple_extent_ndims = library["H5Sget_simple_extent_ndims"];
  decltype(&::H5Sselect_elements) H5Sselect_elements = library["H5Sselect_elements"];
  decltype(&::H5Sselect_hyperslab) H5Sselect_hyperslab = library["H5Sselect_hyperslab"];
  decltype(&::H5Tclose) H5Tclose = library["H5Tclose"];
  decltype(&::H5Tcopy) H5Tcopy = library["H5Tcopy"];
  decltype(&::H5Tenum_create) H5Tenum_create = library["H5Tenum_create"];
  decltype(&::H5Tenum_insert) H5Tenum_insert = library["H5Tenum_insert"];
  decltype(&::H5Tget_size) H5Tget_size = library["H5Tget_size"];
  decltype(&::H5Tset_cset) H5Tset_cset = library["H5Tset_cset"];
  decltype(&::H5Tset_size) H5Tset_size = library["H5Tset_size"];
  decltype(&::H5Tset_strpad) H5Tset_strpad = library["H5Tset_strpad"];

  // The types and the classes of property lists that H5T_NATIVE_DOUBLE and its like stand for: known once it is open.
  hid_t native_double = H5I_INVALID_HID, native_int32 = H5I_INVALID_HID, native_int64 = H5I_INVALID_HID,
        native_uint8 = H5I_INVALID_HID, native_uint32 = H5I_INVALID_HID, c_string = H5I_INVALID_HID,
        file_creation = H5I_INVALID_HID, group_creation = H5I_INVALID_HID, dataset_creation = H5I_INVALID_HID;
};

/// Loads HDF5 at the first call: it prints nothing, and it does not clean up at the program's end, where after a failed
/// write it would crash. std::runtime_error if it cannot be loaded.
const Library& lib();

}  // namespace carom::io::hdf5
