# What every target of the project shares.

# Contraction of a*b+c into one rounding would change results from machine to machine (docs/theory).
function(carom_same_bits target scope)
  target_compile_options(${target} ${scope} $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-ffp-contract=off>)
endfunction()

function(carom_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
  # g++ 12 sees overlapping copies in std::string at -O3 where there are none (GCC bug 105651).
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>)
  if(CAROM_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
