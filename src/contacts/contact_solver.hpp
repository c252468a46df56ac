#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "contacts/contact_blocks.hpp"
#include "contacts/tick_contact.hpp"

namespace carom::contacts {

/// How far a solution went.
struct Solved {
  int sweeps = 0;
  double residual = 0;  ///< the largest change of a relative speed that the last sweep made
};

struct SolverLimits {
  double tolerance = 0;  ///< ends when no sweep changes a relative speed by more
  int most_sweeps = 50;
  /// That many in any case, unless one changes less than a hundredth of the tolerance: what many contacts do together
  /// is slow in each.
  int least_sweeps = 1;
  /// For the first three quarters of the most sweeps. With friction, sweeps beyond 1 alone may never end.
  Relaxation relaxation{};
};

/// Finds impulses and velocities of bodies in contact, which come in with the velocities that they would have without
/// each other, and with impulses to begin at, not yet applied. Projected Gauss–Seidel: contact after contact in their
/// order (Jean, Computer Methods in Applied Mechanics and Engineering 177, 235, 1999). Where the impulses are not
/// unique (rigid bodies with more contacts than they need) it finds one solution, near where it began.
template <int D>
class ContactSolver {
 public:
  /// `colours`: where contacts end that share no body that moves with those before them, of which the first ones all
  /// rub: these are solved eight at a time.
  Solved solve(std::span<TickBody<D>> bodies, const ContactList<D>& contacts, const SolverLimits& limits,
               std::span<const std::uint32_t> colours = {});

 private:
  using Across = Spin<D>;

  /// A contact as sweeps need it, with what stays the same from one to the next.
  struct Row {
    std::uint32_t contact = 0;
    std::uint32_t a = 0;  ///< numbers of movers
    std::uint32_t b = 0;
    Vec<D> normal{};
    Across surface{};  ///< its velocity across
    double least = 0;  ///< of the speed at which a and b part, without the surface's
    double friction = 0;
    double ease = 0;  ///< change of the speed of parting per impulse
    double per_ease = 0;
    double normal_impulse = 0;
    Across tangential_impulse{};
    bool resists = false;  ///< rolling or spinning
  };

  /// Contacts that follow each other: first those that are in blocks, then those that are in rows.
  struct Run {
    std::uint32_t first_contact = 0;
    std::uint32_t first_block = 0;
    std::uint32_t blocks = 0;
    std::uint32_t first_row = 0;
    std::uint32_t rows = 0;
  };

  void begin(std::span<TickBody<D>> bodies, const ContactList<D>& contacts, std::span<const std::uint32_t> colours);
  void add_run(std::uint32_t first, std::uint32_t end, bool in_blocks);
  void put(const Row& row, ContactBlock<D>& block, std::size_t lane);
  void put(const Row& row, ResistanceBlock<D>& block, std::size_t lane);
  void take(std::size_t block, std::size_t lane, TickContact<D>& contact) const;
  double sweep(const Relaxation& relaxation);
  void finish();

  /// The number of a body's mover: that of what is fixed is the first one.
  static std::uint32_t mover_of(std::uint32_t body) { return body == kFixed ? 0 : body + 1; }
  const TickBody<D>& body(std::uint32_t mover) const { return mover == 0 ? kNoBody : bodies_[mover - 1]; }
  void set_moving(std::uint32_t body);
  void set_moved(std::uint32_t body);
  Row row_of(std::uint32_t contact);
  void apply(const Row& row);
  void push(const Row& row, double impulse);
  void push_across(const Row& row, const Across& impulse);
  double ease_of_turning(const Row& row, double per_radius_a, double per_radius_b) const;
  double turn(const Row& row, const Spin<D>& torque);
  double resist(const Row& row, TickContact<D>& contact);
  double rub(Row& row, double relaxation);
  double improve_row(Row& row, const Relaxation& relaxation);

  std::span<TickBody<D>> bodies_;
  ContactList<D> contacts_;
  std::vector<Row> rows_;  ///< of those that are in no block
  std::vector<ContactBlock<D>> blocks_;
  std::vector<ResistanceBlock<D>> resistances_;  ///< of each block, or none
  std::vector<Run> runs_;
  bool any_resists_ = false;
  static constexpr TickBody<D> kNoBody{.inverse_mass = 0};  ///< what is fixed is a body that nothing moves
  std::vector<Mover<D>> movers_;                            ///< what is fixed, and all bodies
  std::vector<std::uint32_t> moving_;                       ///< bodies that have contacts
  std::vector<std::uint8_t> is_moving_;                     ///< of each body, whether it is one of them
};

}  // namespace carom::contacts
