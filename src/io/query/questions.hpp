#pragma once
#include "io/query/query_answer.hpp"
#include "io/query/query_reader.hpp"

// What each question of `carom query` answers to a line in D dimensions. src/io/query/query.cpp has their names.
#define CAROM_QUESTION(answer)                                   \
  template Answer answer<2>(const JsonNode&, const QueryNames&); \
  template Answer answer<3>(const JsonNode&, const QueryNames&)

namespace carom::io {

// Two shapes: pair_questions.cpp
template <int D>
Answer answer_overlap(const JsonNode& line, const QueryNames& names);
template <int D>
Answer answer_proximity(const JsonNode& line, const QueryNames& names);
template <int D>
Answer answer_time_of_impact(const JsonNode& line, const QueryNames& names);
template <int D>
Answer answer_verdict(const JsonNode& line, const QueryNames& names);
template <int D>
Answer answer_clip_motion(const JsonNode& line, const QueryNames& names);
template <int D>
Answer answer_contact(const JsonNode& line, const QueryNames& names);
template <int D>
Answer answer_distance(const JsonNode& line, const QueryNames& names);
template <int D>
Answer answer_overlap_volume(const JsonNode& line, const QueryNames& names);

// Many balls: batch_question.cpp
template <int D>
Answer answer_batch(const JsonNode& line, const QueryNames& names);

// After an impact: bounce_questions.cpp
template <int D>
Answer answer_bounce(const JsonNode& line, const QueryNames& names);
template <int D>
Answer answer_rough_bounce(const JsonNode& line, const QueryNames& names);

// Among items: item_questions.cpp
template <int D>
Answer answer_cast(const JsonNode& line, const QueryNames& names);
template <int D>
Answer answer_nearest(const JsonNode& line, const QueryNames& names);
template <int D>
Answer answer_within(const JsonNode& line, const QueryNames& names);
template <int D>
Answer answer_pairs(const JsonNode& line, const QueryNames& names);

// A mover among items: mover_questions.cpp
template <int D>
Answer answer_slide(const JsonNode& line, const QueryNames& names);
template <int D>
Answer answer_walk(const JsonNode& line, const QueryNames& names);

}  // namespace carom::io
