#include "cylinder_hulls.hpp"
#include "shapes_kind.hpp"

namespace oracle {
namespace {

/// In overlap only the state at the start is judged: the nearest feature is the property tests' (shapes_test.cpp).
template <class Shape>
Judgement judge_under_cylinder(Laws laws, std::uint64_t seed, std::uint64_t index, std::string* story) {
  Random random(seed, index);
  const Class kind = any_class(random);
  const Query<3> q = make_query<3, UprightCylinder, Shape>(kind, laws, random);
  const Query<3> turned = about_axis<3, UprightCylinder, Shape>(q, index % 3);
  const Answer<3> answer = ask<3, UprightCylinder, Shape>(turned, story || index % 64 == 0);
  Truth truth;
  const auto judged_by = [&](Digits digits) {
    Judgement judgement;
    truth = truth_of_union(q, std::get<UprightCylinder>(q.a), hull_of(std::get<Shape>(q.b)).corners, digits);
    if (truth.start == Proximity::overlapping)
      judgement.wrong = answer.start != truth.start || answer.verdict != truth.verdict;
    else
      compare(answer, truth, q, 0, judgement);
    return judgement;
  };
  Judgement judgement = judged_by(Digits::some);
  // Nineteen digits do not tell what is nearly so, and more of error than that may be theirs.
  if (judgement.wrong || judgement.error > 1) judgement = judged_by(Digits::many);
  if (judgement.wrong || judgement.error > kLargeError || story || index % kBothWaysEvery == 0) {
    const Truth quick = truth;
    judgement = judged_by(Digits::most);
    // Both ways must agree.
    judgement.wrong = judgement.wrong || quick.verdict != truth.verdict;
  }
  if (story)
    *story = fmt::format("  {}: truth {}{}, carom {}{}\n", name(kind), name(truth.verdict),
                         truth.impact ? fmt::format(" at {}", static_cast<double>(truth.time)) : "",
                         name(answer.verdict), answer.impact ? fmt::format(" at {}", answer.impact->time) : "") +
             told(turned);
  return judgement;
}

template <class Shape>
void add_under_cylinder(const std::string& shapes, std::vector<Kind>& kinds) {
  for (const Laws law : kLaws)
    kinds.push_back(
        {shapes + "/" + name(law) + "/3d", [law](std::uint64_t seed, std::uint64_t index, std::string* story) {
           return judge_under_cylinder<Shape>(law, seed, index, story);
         }});
}

}  // namespace

std::vector<Kind> cylinder_hull_kinds() {
  std::vector<Kind> kinds;
  add_under_cylinder<Segment<3>>("cylinder-segment", kinds);
  add_under_cylinder<Triangle>("cylinder-triangle", kinds);
  return kinds;
}

}  // namespace oracle
