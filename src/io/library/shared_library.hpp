#pragma once

namespace carom::io {

/// A shared library of others that is loaded when it is first needed, so that a program starts without it. It stays
/// loaded until the program ends.
class SharedLibrary {
 public:
  /// A function, or a variable, as a pointer to whatever type it is assigned to.
  class Symbol {
   public:
    explicit Symbol(void* address) : address_(address) {}
    template <class T>
    operator T*() const {  // NOLINT(google-explicit-constructor): the type is that of the pointer that takes it
      return reinterpret_cast<T*>(address_);
    }

   private:
    void* address_;
  };

  /// Loads the library that the system finds by `name` (libexample.so.1). std::runtime_error, which names the Debian
  /// package that brings it, if there is none.
  SharedLibrary(const char* name, const char* package);

  /// Of the library or of those that it needs. std::runtime_error if there is none.
  Symbol operator[](const char* function) const;
  /// The same of a variable, as the library itself sees it.
  Symbol variable(const char* name) const;

 private:
  Symbol found(void* address, const char* symbol) const;

  const char* name_;
  void* handle_;
};

}  // namespace carom::io
