#include "carom/billiards/computer_player.hpp"
#include "carom/billiards/game.hpp"
#include "module.hpp"
#include "record.hpp"

namespace carom::python {
namespace {

using namespace billiards;  // NOLINT(google-build-using-namespace): this file is about nothing else

void define_enums(py::module_& module) {
  enumeration<GameKind>(module, "GameKind", "billiards::GameKind",
                        {"eight_ball", "nine_ball", "straight_pool", "snooker", "three_cushion", "practice"});
  enumeration<InHand>(module, "InHand", "billiards::InHand",
                      {"no", "anywhere", "behind_line", "in_d", "starting_spots"});
  enumeration<Choice>(module, "Choice", "billiards::Choice",
                      {"accept", "pass", "ball_in_hand", "break_again", "opponent_breaks", "spot_eight", "replay",
                       "spot_balls", "spot_nearest", "concede"});
  enumeration<Foul>(module, "Foul", "billiards::Foul",
                    {"scratch", "cue_ball_off", "wrong_ball_first", "no_ball_hit", "no_rail", "ball_off", "behind_line",
                     "illegal_break", "breaking_foul", "three_fouls", "wrong_ball_potted", "two_balls_at_once",
                     "snooker_behind_free_ball", "jump_shot", "push_stroke", "red_not_first"});
  enumeration<BallOn>(module, "BallOn", "billiards::BallOn", {"red", "colour", "in_order"});
  enumeration<ShotFact::Kind>(module, "ShotFactKind", "billiards::ShotFact::Kind",
                              {"ball", "cushion", "pocket", "off_table"});
}

}  // namespace

void define_game_records(py::module_& module) {
  define_enums(module);
  Record<billiards::PocketMark>(module, "PocketMark", "billiards::PocketMark")
      .field<&billiards::PocketMark::centre>("centre")
      .field<&billiards::PocketMark::radius>("radius")
      .end();
  Record<billiards::Layout>(module, "Layout", "billiards::Layout")
      .field<&billiards::Layout::length>("length")
      .field<&billiards::Layout::width>("width")
      .field<&billiards::Layout::ball_radius>("ball_radius")
      .field<&billiards::Layout::head_line>("head_line")
      .field<&billiards::Layout::foot_spot>("foot_spot")
      .field<&billiards::Layout::d_radius>("d_radius")
      .field<&billiards::Layout::black_spot>("black_spot")
      .field<&billiards::Layout::starting_spot>("starting_spot")
      .field<&billiards::Layout::pockets>("pockets")
      .end();
  Record<billiards::RackOptions>(module, "RackOptions", "billiards::RackOptions")
      .field<&billiards::RackOptions::gap>("gap")
      .field<&billiards::RackOptions::nine_on_foot_spot>("nine_on_foot_spot")
      .end();
  Record<billiards::GameSettings>(module, "GameSettings", "billiards::GameSettings")
      .field<&billiards::GameSettings::kind>("kind")
      .field<&billiards::GameSettings::layout>("layout")
      .field<&billiards::GameSettings::seed>("seed")
      .field<&billiards::GameSettings::first_player>("first_player")
      .field<&billiards::GameSettings::race_to>("race_to")
      .field<&billiards::GameSettings::points>("points")
      .field<&billiards::GameSettings::equalizing_inning>("equalizing_inning")
      .field<&billiards::GameSettings::rack>("rack")
      .end();
  Record<billiards::Potted>(module, "Potted", "billiards::Potted")
      .field<&billiards::Potted::ball>("ball")
      .field<&billiards::Potted::pocket>("pocket")
      .end();
  Record<billiards::Spotted>(module, "Spotted", "billiards::Spotted")
      .field<&billiards::Spotted::ball>("ball")
      .field<&billiards::Spotted::place>("place")
      .end();
  Record<billiards::Verdict>(module, "Verdict", "billiards::Verdict")
      .field<&billiards::Verdict::player>("player")
      .field<&billiards::Verdict::fouls>("fouls")
      .field<&billiards::Verdict::potted>("potted")
      .field<&billiards::Verdict::spotted>("spotted")
      .field<&billiards::Verdict::points>("points")
      .field<&billiards::Verdict::turn_passes>("turn_passes")
      .field<&billiards::Verdict::rack_won_by>("rack_won_by")
      .end();
  Record<billiards::Call>(module, "Call", "billiards::Call")
      .field<&billiards::Call::ball>("ball")
      .field<&billiards::Call::pocket>("pocket")
      .field<&billiards::Call::safety>("safety")
      .field<&billiards::Call::push_out>("push_out")
      .end();
  Record<billiards::Placement>(module, "Placement", "billiards::Placement")
      .field<&billiards::Placement::ball>("ball")
      .field<&billiards::Placement::place>("place")
      .end();
  Record<billiards::ShotFact>(module, "ShotFact", "billiards::ShotFact")
      .field<&billiards::ShotFact::kind>("kind")
      .field<&billiards::ShotFact::time>("time")
      .field<&billiards::ShotFact::ball>("ball")
      .field<&billiards::ShotFact::other>("other")
      .end();
  Record<billiards::ShotFacts>(module, "ShotFacts", "billiards::ShotFacts")
      .field<&billiards::ShotFacts::facts>("facts")
      .field<&billiards::ShotFacts::rest>("rest")
      .field<&billiards::ShotFacts::crossed_head_line>("crossed_head_line")
      .field<&billiards::ShotFacts::jumped_over_a_ball>("jumped_over_a_ball")
      .end();
  Record<billiards::Shot>(module, "Shot", "billiards::Shot")
      .field<&billiards::Shot::call>("call")
      .field<&billiards::Shot::facts>("facts")
      .field<&billiards::Shot::strike>("strike")
      .end();
  Record<billiards::Game>(module, "Game", "billiards::Game")
      .field<&billiards::Game::settings>("settings")
      .field<&billiards::Game::balls>("balls")
      .field<&billiards::Game::turn>("turn")
      .field<&billiards::Game::in_hand>("in_hand")
      .field<&billiards::Game::choices>("choices")
      .field<&billiards::Game::opening>("opening")
      .field<&billiards::Game::score>("score")
      .field<&billiards::Game::over>("over")
      .field<&billiards::Game::winner>("winner")
      .field<&billiards::Game::verdict>("verdict")
      .field<&billiards::Game::racks>("racks")
      .field<&billiards::Game::breaker>("breaker")
      .field<&billiards::Game::fouls_in_a_row>("fouls_in_a_row")
      .field<&billiards::Game::solids>("solids")
      .field<&billiards::Game::push_out_allowed>("push_out_allowed")
      .field<&billiards::Game::on>("on")
      .field<&billiards::Game::free_ball>("free_ball")
      .field<&billiards::Game::black_respotted>("black_respotted")
      .field<&billiards::Game::before>("before")
      .field<&billiards::Game::in_hand_before>("in_hand_before")
      .field<&billiards::Game::on_before>("on_before")
      .field<&billiards::Game::free_ball_before>("free_ball_before")
      .field<&billiards::Game::last_inning>("last_inning")
      .field<&billiards::Game::innings>("innings")
      .end();
  Record<billiards::PlayerSkill>(module, "PlayerSkill", "billiards::PlayerSkill")
      .field<&billiards::PlayerSkill::speeds>("speeds")
      .field<&billiards::PlayerSkill::tips>("tips")
      .field<&billiards::PlayerSkill::headings>("headings")
      .field<&billiards::PlayerSkill::places>("places")
      .field<&billiards::PlayerSkill::noise>("noise")
      .end();
}

}  // namespace carom::python
