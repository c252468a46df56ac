# The program's manual pages and completions, as it writes them itself: cmake -D PROGRAM=… -D FOLDER=… -P WriteManual.cmake
# puts them below FOLDER as they are installed below share/.
function(write file)
  execute_process(COMMAND ${PROGRAM} manual ${ARGN} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  file(WRITE ${FOLDER}/${file} "${text}")
  set(written "${text}" PARENT_SCOPE)
endfunction()

write(bash-completion/completions/carom bash)
write(zsh/vendor-completions/_carom zsh)
write(fish/vendor_completions.d/carom.fish fish)
write(man/man1/carom.1 man)
string(REGEX MATCHALL "\n\\.TP\n\\\\fB[a-z]+" commands "${written}")
list(TRANSFORM commands REPLACE ".*fB" "")
foreach(command IN LISTS commands)
  write(man/man1/carom-${command}.1 man ${command})
endforeach()
