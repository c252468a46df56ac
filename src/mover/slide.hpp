#pragma once
#include "carom/mover/walk.hpp"
#include "mover/surroundings.hpp"

namespace carom::mover {

/// What a movement gave, whatever the mover's shape.
template <int D>
struct SlideTrack {
  Vec<D> place{};
  Vec<D> pushed_out{};
  SlideEnd end = SlideEnd::done;
  double remaining = 1;  ///< part of the intention
  int iterations = 0;
  std::vector<SlideContact<D>> contacts{};
  std::vector<SlideContact<D>> holding{};
  std::vector<TriggerTouch> triggers{};
};

/// What a mover does at a contact.
enum class Rule {
  slide,  ///< goes on in the cone that is left
  walk,   ///< follows the ground, slides along walls
  stop,
};

/// A movement with slides. Each leg depends on nothing but the place where it begins and the intention: what touches
/// there gives the direction, what comes first on that way ends it. That is why a mover that is stuck stays to the bit.
template <int D>
class Slide {
 public:
  Slide(Surroundings<D>& around, const Vec<D>& place, const Vec<D>& intended, Rule rule = Rule::slide,
        double slope = 0);

  /// Contacts that are ground to it: the levellest first.
  std::optional<Ground<D>> ground() const;

  SlideTrack<D> run();

 private:
  using Near = Neighbour<D>;

  double grain(const Vec<D>& place) const;
  double band(const Near& near, double grain) const;
  bool counts(const Near& near) const { return near.there && near.passage == Passage::blocks; }
  bool hides(const Near& front, const Near& behind) const;

  void see(Near& near, const Vec<D>& place, double grain) const;
  bool is_far(const Near& near, const Vec<D>& place, double length) const;
  void look(const Vec<D>& place);
  void gather(const Vec<D>& place);
  void find_touched();
  Vec<D> direction();
  Vec<D> slide_direction(const Vec<D>& intended, std::span<const Vec<D>> normals) const;
  Vec<D> walk_direction() const;
  SlideContact<D> contact(const Near& near) const;
  void note_contacts();
  void note_trigger(const Near& near, double time);

  bool passes(const Near& near, const Vec<D>& way) const;
  double arrival(const Near& near, const Vec<D>& way, double end) const;
  double first_arrival(const Vec<D>& way);
  void leg(const Vec<D>& way);
  bool settle(const Vec<D>& target);
  bool clear(Vec<D>& place);
  bool overlaps_exactly(const Near& near, const Vec<D>& place) const;
  bool correction(const Vec<D>& place, Vec<D>& push, double& least);

  bool overlaps() const;
  bool escape();
  double way_out(const Vec<D>& direction, double limit);
  bool move_if_free(const Vec<D>& place);

  Surroundings<D>& around_;
  const Figure<D>& figure_;
  const SlideOptions& options_;
  Rule rule_;
  double slope_;
  Vec<D> intended_;
  double length_;
  double reach_;      ///< how far the movement leads at most
  double allowance_;  ///< of overlap
  double graze_;      ///< what is no deeper on the whole of a way is passed
  SlideTrack<D> track_;
  std::vector<const Near*> touched_;
  std::vector<Vec<D>> normals_;
  std::vector<ItemId> holding_;  ///< contacts noted and not left since
};

/// move_and_slide in a frame, of a mover in space.
template <MoverShape Mover>
SlideResult<Mover> slide_in(const Frame<kDimension<Mover>>& frame, const Index<kDimension<Mover>>& index,
                            const Mover& mover, const Vec<kDimension<Mover>>& intended, const SlideOptions& options);

}  // namespace carom::mover
