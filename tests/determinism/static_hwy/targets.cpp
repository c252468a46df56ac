// What the library asks Highway for at run time, where there is one set of instructions.
#include <hwy/targets.h>

namespace hwy {

int64_t SupportedTargets() {
  return HWY_STATIC_TARGET;
}

ChosenTarget& GetChosenTarget() {
  static ChosenTarget chosen;
  return chosen;
}

}  // namespace hwy
