#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "carom/billiards/rectangle.hpp"
#include "io/exchange/formats.hpp"
#include "io/exchange/stroke.hpp"
#include "io/json/short_name.hpp"

namespace carom::io {
namespace {

constexpr std::size_t kMostBalls = 16;

// What FastFiz 0.2 plays with, and no file of it says.
constexpr double kTableLength = 2.236;
constexpr double kTableWidth = 1.116;
constexpr double kCornerMouth = 0.11;
constexpr double kSideMouth = 0.12;
constexpr double kRailHeight = 0.040005;
constexpr double kBallMass = 0.16301;
constexpr double kBallRadius = 0.028575;
constexpr double kCueMass = 0.160 / 0.302631579;
constexpr double kSpeedCorrection = 0.999425;  // its own factor of 5/2 (a² + b²)
constexpr double kSteepest = 70;               // degrees
constexpr double kFastest = 10;                // m/s

enum State { kOutOfPlay = 0, kStill = 1, kRolling = 4, kLastPocket = 10 };

/// FastFiz's x runs over the width and y along the length from the foot; Carom's x along the length from the head, from
/// the middle: (x, y) → (l/2 − y, x − w/2), a turn by 90°.
Vec2 our_place(const Vec2& theirs) {
  return {kTableLength / 2 - theirs.y, theirs.x - kTableWidth / 2};
}
Vec2 their_place(const Vec2& ours) {
  return {ours.y + kTableWidth / 2, kTableLength / 2 - ours.x};
}

billiards::Table fastfiz_table(double ball_radius) {
  billiards::Table table;
  table.name = "FastFiz";
  table.game = "pool";
  billiards::Equipment& equipment = table.equipment;
  equipment.ball = {.mass = kBallMass, .radius = ball_radius};
  equipment.cloth.rolling_friction = 0.015;
  equipment.cloth.spinning_friction = 0.044;
  equipment.contact.restitution = 1;
  equipment.contact.friction = {.constant = 0.01, .rise = 0};
  equipment.cushion = {.model = billiards::CushionImpactModel::reflection, .restitution = 0.9, .height = kRailHeight};
  table.materials = {equipment.cushion};
  const billiards::PocketCut corner{kCornerMouth, 135 * kDegree, 0, kCornerMouth / 2, 0};
  const billiards::PocketCut side{kSideMouth, 90 * kDegree, 0, kSideMouth / 2, 0};
  lay_out(table, {kTableLength, kTableWidth, corner, side});
  return table;
}

/// The words of one line, and complaints about them.
class LineReader {
 public:
  LineReader(std::string_view line, std::size_t number, const std::string& origin) : number_(number), origin_(origin) {
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
      const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
      words_.push_back(line.substr(at, end - at));
      at = end;
    }
  }

  std::size_t left() const { return words_.size() - at_; }
  bool empty() const { return left() == 0; }

  [[noreturn]] void fail(const std::string& what, const std::string& got, const std::string& expected) const {
    throw input_error(origin_, fmt::format("line {}: {}", number_, what), got, expected);
  }

  std::string_view word(const std::string& what) {
    if (empty()) fail(what, "the end of the line", "a word");
    return words_[at_++];
  }

  double number(const std::string& what, double low = -1e60, double high = 1e60) {
    const std::string_view text = word(what);
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !(value >= low && value <= high))
      fail(what, shown(std::string(text)),
           low <= -1e60 ? "a number" : fmt::format("a number from {} to {}", low, high));
    return value;
  }

  int whole(const std::string& what, int low, int high) {
    const double value = number(what, low, high);
    if (value != std::floor(value)) fail(what, fmt::format("{}", value), "a whole number");
    return static_cast<int>(value);
  }

 private:
  std::vector<std::string_view> words_;
  std::size_t at_ = 0;
  std::size_t number_;
  const std::string& origin_;
};

struct Position {
  billiards::Table table;
  billiards::TableState state;
};

/// A stroke: mm to the left and up from the middle, degrees, m/s.
struct ShotParams {
  double a, b, theta, phi, v;
};

class LogReader {
 public:
  explicit LogReader(const std::string& origin) : origin_(origin) {}

  Exchange read(const std::string& text) {
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size(); ++number) {
      const std::size_t end = std::min(text.find('\n', at), text.size());
      LineReader line(std::string_view(text).substr(at, end - at), number + 1, origin_);
      if (!line.empty()) read_line(line);
      at = end + 1;
    }
    if (exchange_.shots.empty() && position_) add_position_alone();
    if (exchange_.shots.empty()) throw input_error(origin_, "the file", "no shots", "lines STATE and SHOT");
    note_constants();
    return std::move(exchange_);
  }

 private:
  void read_line(LineReader& line) {
    LineReader ahead = line;
    const std::string_view word = ahead.word("the line");
    if (word == "GTYPE" || word == "COMMENT") return;
    if (word == "STATE") return read_game(ahead);
    if (word == "TSTATE") return read_table(ahead);
    if (word == "SHOT") return read_shot(ahead);
    if (word == "TSHOT") return add_shot(ahead, read_params(ahead));
    if (word.find_first_not_of("0123456789") != std::string_view::npos)
      line.fail("the line", shown(std::string(word)), "GTYPE, STATE, SHOT, TSTATE, TSHOT or COMMENT, or a state alone");
    // A state alone: of a table, N and 5 N words; of a game, with its own before and after it.
    LineReader count = line;
    const int balls = count.whole("the state", 0, 1'000'000);
    if (static_cast<std::size_t>(balls) * 5 == count.left())
      read_table(line);
    else
      read_game(line);
  }

  void read_game(LineReader& line) {
    line.whole("game type", 0, 4);
    turn_ = line.whole("turn type", 0, 9);
    line.number("time left");
    line.number("the opponent's time left");
    line.whole("who started", 0, 1);
    read_table(line);
  }

  void read_table(LineReader& line) {
    const int count = line.whole("number of balls", 0, kMostBalls);
    position_.emplace();
    double radius = kBallRadius;
    std::vector<int> out;
    std::vector<std::pair<int, Vec2>> places;
    for (int k = 0; k < count; ++k) {
      const std::string ball = fmt::format("ball {} of {}: ", k + 1, count);
      const double size = line.number(ball + "radius", 0.001, 0.2);
      const int state = line.whole(ball + "state", kOutOfPlay, kLastPocket);
      const int number = line.whole(ball + "type", 0, kMostBalls - 1);
      const double x = line.number(ball + "x");
      const double y = line.number(ball + "y");
      if (k > 0 && size != radius) line.fail(ball + "radius", fmt::format("{}", size), "that of the others");
      radius = size;
      if (state >= kStill && state <= kRolling)
        places.emplace_back(number, our_place({x, y}));
      else
        out.push_back(number);
    }
    position_->table = fastfiz_table(radius);
    for (const auto& [number, place] : places)
      position_->state.balls.push_back(billiards::resting_ball(position_->table, number, place));
    note_balls(out, "in pockets or out of play; left out", exchange_.notes);
  }

  static ShotParams read_params(LineReader& line) {
    ShotParams params{};
    params.a = line.number("a");
    params.b = line.number("b");
    params.theta = line.number("theta", 0, 90);
    params.phi = line.number("phi");
    params.v = line.number("v", 0, 1000);
    return params;
  }

  void read_shot(LineReader& line) {
    const ShotParams params = read_params(line);  // as it was played
    read_params(line);                            // as it was meant, before noise
    line.number("called ball");
    line.number("called pocket");
    line.number("decision");
    const double x = line.number("cue x");
    const double y = line.number("cue y");
    constexpr std::array kPlaced = {1, 2, 4};  // ball in hand, behind the line, break
    if (position_ && std::find(kPlaced.begin(), kPlaced.end(), turn_) != kPlaced.end()) place_cue_ball({x, y});
    add_shot(line, params);
  }

  void place_cue_ball(const Vec2& theirs) {
    const billiards::ShotBall cue = billiards::resting_ball(position_->table, 0, our_place(theirs));
    if (billiards::ShotBall* known = position_->state.find(0))
      *known = cue;
    else
      position_->state.balls.push_back(cue);
  }

  ShotSetup& add_setup() {
    ShotSetup& setup = exchange_.shots.emplace_back();
    setup.name = fmt::format("{}-{}", short_name_from(origin_), exchange_.shots.size() - 1);
    setup.table = position_->table;
    setup.state = position_->state;
    setup.options.cue = {.mass = kCueMass, .end_mass = kNoEndMass, .restitution = 1};
    return setup;
  }

  /// FastFiz strikes the point (a, c, b), c = √(R² − a² − b²) towards the cue, in the table's upright frame: across a
  /// cue that is raised by θ that is a to the left and b cos θ − c sin θ up. v = 2 V cos θ/(1 + m/M + ·5/2 (…)²)
  /// without squirt, the vertical part left out.
  void add_shot(const LineReader& line, const ShotParams& params) {
    if (!position_) line.fail("the shot", "no state before it", "a line STATE or TSTATE");
    ShotSetup& setup = add_setup();
    const double radius = setup.table.equipment.ball.radius;
    const double a = params.a / 1000 / radius;
    const double b = params.b / 1000 / radius;
    const double c2 = 1 - a * a - b * b;
    if (!(c2 >= 0)) line.fail("a and b", fmt::format("{} and {}", params.a, params.b), "a place on the ball, in mm");
    if (!(params.v > 0)) line.fail("v", fmt::format("{}", params.v), "a speed above 0");
    const double theta = params.theta * kDegree;
    billiards::Strike& strike = setup.strike;
    strike.heading = heading_at(params.phi + 90);
    strike.elevation = theta;
    strike.side = -a;
    strike.height = b * std::cos(theta) - std::sqrt(c2) * std::sin(theta);
    const double offset2 = strike.side * strike.side + strike.height * strike.height;
    const double ball_speed = 2 * params.v / (1 + kBallMass / kCueMass + kSpeedCorrection * 2.5 * offset2);
    strike.speed = ball_speed / ball_speed_per_cue_speed(setup.options.cue, kBallMass, strike.side, strike.height);
    allow_offset(strike, setup.options.cue);
    check(setup);
  }

  void add_position_alone() {
    ShotSetup& setup = add_setup();
    setup.strike.speed = 2;
    check(setup);
    exchange_.notes.push_back("the file has no stroke; one of 2 m/s along x is set");
  }

  void check(const ShotSetup& setup) const {
    try {
      billiards::validate(setup.table, setup.state);
    } catch (const std::invalid_argument& error) {
      throw InputError(fmt::format("{}: shot {}: {}", origin_, exchange_.shots.size() - 1, error.what()));
    }
  }

  void note_constants() {
    exchange_.notes.push_back(
        "FastFiz's files name no table and no physics; its own are set. Its pockets are gaps, here holes behind "
        "the gaps; its rails also keep .6 of the speed along them and .1 of the spin, here all");
    exchange_.notes.push_back("game, turn, times, called balls and players are left out");
  }

  const std::string& origin_;
  Exchange exchange_;
  std::optional<Position> position_;
  int turn_ = 0;
};

std::string table_state(const ShotSetup& setup) {
  std::string text = fmt::format("TSTATE {} ", kMostBalls);
  const double radius = setup.table.ball(0).radius;
  for (int number = 0; number < static_cast<int>(kMostBalls); ++number) {
    const billiards::ShotBall* const ball = setup.state.find(number);
    const bool here = ball != nullptr && ball->place == billiards::ShotBall::Place::on_table;
    const Vec2 place = here ? their_place({ball->state.position.x, ball->state.position.y}) : Vec2{};
    if (here &&
        (place.x < radius || place.x > kTableWidth - radius || place.y < radius || place.y > kTableLength - radius))
      throw input_error("", fmt::format("ball {}", number),
                        fmt::format("({}, {})", ball->state.position.x, ball->state.position.y),
                        fmt::format("a place on FastFiz's only table, {} m × {} m", kTableLength, kTableWidth));
    text +=
        fmt::format("{} {} {} {} {} ", radius, static_cast<int>(here ? kStill : kOutOfPlay), number, place.x, place.y);
  }
  return text + "\n";
}

/// The inverse of LogReader::add_shot: with h up across the cue and d = √(R² − a² − h²) along it, b = h cos θ + d sin
/// θ.
std::string table_shot(const ShotSetup& setup) {
  const billiards::Strike& strike = setup.strike;
  const billiards::BallSpec& ball = setup.table.ball(0);
  const double offset2 = strike.side * strike.side + strike.height * strike.height;
  const double theta = strike.elevation;
  const double b = strike.height * std::cos(theta) + std::sqrt(std::max(0.0, 1 - offset2)) * std::sin(theta);
  const double speed =
      strike.speed * ball_speed_per_cue_speed(setup.options.cue, ball.mass, strike.side, strike.height);
  const double v = speed * (1 + kBallMass / kCueMass + kSpeedCorrection * 2.5 * offset2) / 2;
  const double heading =
      std::atan2(strike.heading.y, strike.heading.x) + turn_of_squirt(strike, setup.options.cue, ball.mass);
  const double phi = heading / kDegree - 90;
  return fmt::format("TSHOT {} {} {} {} {}\n", -strike.side * ball.radius * 1000, b * ball.radius * 1000,
                     theta / kDegree, phi < 0 ? phi + 360 : phi, v);
}

void check_for_fastfiz(const ShotSetup& setup) {
  for (const billiards::ShotBall& ball : setup.state.balls)
    if (ball.number >= static_cast<int>(kMostBalls))
      throw input_error("", "balls", fmt::format("number {}", ball.number), "numbers from 0 to 15, which FastFiz has");
  if (setup.options.cue_ball != 0)
    throw input_error("", "cue_ball", std::to_string(setup.options.cue_ball), "0, which FastFiz strikes");
}

}  // namespace

Exchange read_fastfiz(const std::string& text, const std::string& origin) {
  return LogReader(origin).read(text);
}

std::string write_fastfiz(const std::vector<ShotSetup>& shots, Notes& notes) {
  std::string text = "GTYPE 0\n";
  bool beyond = false;
  for (const ShotSetup& setup : shots) {
    check_for_fastfiz(setup);
    text += table_state(setup) + table_shot(setup);
    beyond = beyond || setup.strike.elevation / kDegree > kSteepest || setup.strike.speed > kFastest;
  }
  notes.push_back(
      fmt::format("FastFiz has one table, {} m × {} m, one set of balls and one physics; places are kept in metres "
                  "from the middle, "
                  "the rest of the table is left out",
                  kTableLength, kTableWidth));
  notes.push_back(
      "FastFiz has no squirt; it is put into the heading. Its cue has e = 1; the speed is set for the ball's");
  if (beyond)
    notes.push_back(fmt::format("FastFiz refuses cues above {}° and faster than {} m/s", kSteepest, kFastest));
  return text;
}

}  // namespace carom::io
