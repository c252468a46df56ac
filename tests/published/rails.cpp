#include "published/bank.hpp"
#include "published/lengths.hpp"
#include "published/table_rows.hpp"

namespace carom::published {
namespace {

using namespace billiards;

constexpr double kMilesAnHour = 0.44704;

template <class... Angles>
std::vector<double> stunned_slopes(Angles... degrees) {
  return {bank(pool(), 1.5, degrees, Start::stunned).slope...};
}

template <class... Speeds>
std::vector<double> lengths(Speeds... miles_an_hour) {
  return {lengths_rolled(miles_an_hour * kMilesAnHour)...};
}

template <class... Speeds>
std::vector<double> kept_at_once(Speeds... v) {
  return {bank(snooker(), v, 0, Start::rolling).speed...};
}

template <class... Speeds>
std::vector<double> kept_settled(Speeds... v) {
  return {bank(carom_billiards(), v, 0, Start::rolling).settled_speed...};
}

std::vector<double> carom_bank(double degrees) {
  const Bank told = bank(carom_billiards(), 1.4, degrees, Start::rolling);
  return {told.settled_angle, told.settled_speed * 100};
}

}  // namespace

std::vector<Section> rails() {
  return {{"Rails of pool",
           {{"a stunned ball, 20.7°, 34.1°, 46.2° in: tan out / tan in",
             {0.77, 0.85, 0.83},
             0.05,
             stunned_slopes(20.7, 34.1, 46.2),
             "TP B.28, B.27: 9′ Olhausen"},
            {"23.0°, 38.4°, 49.4° in",
             {0.70, 0.74, 0.75},
             0.05,
             stunned_slopes(23.0, 38.4, 49.4),
             "TP B.28, B.27: 9′ Diamond",
             "Makes of tables differ by more than this; ours is nearer to the first"},
            {"a rolling ball at right angles: settled speed, of 2 m/s",
             {0.50},
             0.02,
             {bank(pool(), 2, 0, Start::rolling).settled_speed},
             "TP B.6"},
            {"rolls so many lengths of 100 in, from 1.5, 3, 7, 12, 20 mph",
             {0.903, 1.684, 3.005, 3.69, 4.715},
             0.12,
             lengths(1.5, 3, 7, 12, 20),
             "TP B.6"},
            {"from 6 and 7 m/s, a firm stroke",
             {4.25, 4.25},
             0.25,
             {lengths_rolled(6), lengths_rolled(7)},
             "WPA: at least 4–4½",
             "TP B.6 has fewer, and both cannot be had"}}},
          {"Rails of snooker",
           {{"a rolling ball at right angles, 1, 2, 3, 3.5 m/s: speed at once, of that before",
             {0.948, 0.908, 0.836, 0.797},
             0.025,
             kept_at_once(1., 2., 3., 3.5),
             "AJP 2009"}}},
          {"Rails of carom",
           {{"a rolling ball at right angles, .75, 1.05, 1.4, 1.9, 2.7 m/s: settled speed",
             {0.601, 0.579, 0.584, 0.574, 0.545},
             0.015,
             kept_settled(0.75, 1.05, 1.4, 1.9, 2.7),
             "recorded shots"},
            {"37.5° in: settled angle, ° and speed, %", {42.8, 61}, 3, carom_bank(37.5), "recorded shots"},
            {"56.4° in", {64.8, 71}, 3, carom_bank(56.4), "recorded shots"},
            {"7.3° in",
             {4.7, 58},
             4,
             carom_bank(7.3),
             "recorded shots, scatter 4°",
             "The object balls that were recorded carry the spin of their throw; rolling ones are asked for here"}}}};
}

}  // namespace carom::published
