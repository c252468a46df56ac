# What every target of the project shares.

# Contraction of a*b+c into one rounding would change results from machine to machine (docs/theory).
function(carom_same_bits target scope)
  target_compile_options(${target} ${scope} $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-ffp-contract=off>)
endfunction()

function(carom_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor)
  if(CAROM_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
