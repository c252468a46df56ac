/* interface_test FOLDER: the C interface, asked from C. Expected numbers are closed forms, stated where they stand. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static void expect(int holds, const char* what, int line) {
  if (holds) return;
  ++failures;
  fprintf(stderr, "interface_test.c:%d: not so: %s; the last message: \"%s\"\n", line, what, carom_message());
}

static int is_near(double value, double expected) {
  return fabs(value - expected) <= 1e-12 * fmax(1, fabs(expected));
}

#define EXPECT(holds) expect((holds), #holds, __LINE__)
#define EXPECT_OK(call) expect((call) == CAROM_OK, #call, __LINE__)
#define EXPECT_REFUSED(call, words) \
  expect((call) == CAROM_BAD_ARGUMENT && strstr(carom_message(), words), #call " with " words, __LINE__)
#define EXPECT_NEAR(value, expected) expect(is_near((value), (expected)), #value " = " #expected, __LINE__)

static carom_vec at(double x, double y, double z) {
  carom_vec v;
  v.x = x;
  v.y = y;
  v.z = z;
  return v;
}

static carom_shape ball(carom_vec center, double radius) {
  carom_shape shape;
  memset(&shape, 0, sizeof shape);
  shape.kind = CAROM_BALL;
  shape.as.ball.center = center;
  shape.as.ball.radius = radius;
  return shape;
}

static carom_motion moving(carom_vec velocity) {
  carom_motion motion;
  memset(&motion, 0, sizeof motion);
  motion.velocity = velocity;
  return motion;
}

static double distance_to_ball(int dimension, const carom_shape* shape, carom_vec center, double radius) {
  const carom_shape from = ball(center, radius);
  carom_contact contact;
  const carom_status status = carom_distance(dimension, &from, shape, &contact);
  expect(status == CAROM_OK, "carom_distance", __LINE__);
  return status == CAROM_OK ? contact.distance : NAN;
}

static void versions_are_told(void) {
  EXPECT(carom_interface_version() >= CAROM_INTERFACE_VERSION);
  EXPECT(strchr(carom_version(), '.') != NULL);
  EXPECT(strcmp(carom_message(), "") == 0); /* nothing has failed yet */
}

static void balls_meet_when_their_gap_is_gone(void) {
  const carom_shape a = ball(at(0, 0, 0), 1), b = ball(at(10, 0, 0), 1), beside = ball(at(0, 5, 0), 1),
                    over = ball(at(1, 0, 0), 1);
  const carom_motion right = moving(at(2, 0, 0));
  carom_impact impact;
  int dimension;
  for (dimension = 2; dimension <= 3; ++dimension) {
    EXPECT_OK(carom_time_of_impact(dimension, &a, &right, &b, NULL, INFINITY, &impact));
    EXPECT(impact.time == 4 && impact.verdict == CAROM_HIT && impact.start == CAROM_APART); /* 8 apart at speed 2 */
    EXPECT(impact.point.x == 9 && impact.normal.x == 1 && impact.normal.y == 0);
    EXPECT_OK(carom_time_of_impact(dimension, &a, &right, &b, NULL, 3.9, &impact));
    EXPECT(isinf(impact.time) && impact.verdict == CAROM_MISS && impact.normal.x == 0);
    EXPECT_OK(carom_time_of_impact(dimension, &a, &right, &beside, NULL, INFINITY, &impact));
    EXPECT(isinf(impact.time) && impact.verdict == CAROM_MISS);
    EXPECT_OK(carom_time_of_impact(dimension, &a, &right, &over, NULL, INFINITY, &impact));
    EXPECT(impact.time == 0 && impact.verdict == CAROM_IN_OVERLAP && impact.start == CAROM_OVERLAPPING);
  }
}

static void every_law_of_motion_is_taken(void) {
  const carom_shape a = ball(at(0, 0, 0), 1), b = ball(at(10, 0, 0), 1);
  carom_motion motion = moving(at(0, 0, 0));
  carom_impact impact;
  motion.acceleration = at(4, 0, 0);
  EXPECT_OK(carom_time_of_impact(2, &a, &motion, &b, NULL, INFINITY, &impact));
  EXPECT_NEAR(impact.time, 2); /* 8 = 4 t^2 / 2 */
  motion = moving(at(6, 0, 0));
  motion.deceleration = 2;
  EXPECT_OK(carom_time_of_impact(2, &a, &motion, &b, NULL, INFINITY, &impact));
  EXPECT_NEAR(impact.time, 2); /* 8 = 6 t - t^2 */
  motion = moving(at(16, 0, 0));
  motion.damping = 1;
  EXPECT_OK(carom_time_of_impact(2, &a, &motion, &b, NULL, INFINITY, &impact));
  EXPECT_NEAR(impact.time, log(2)); /* 8 = 16 (1 - exp(-t)) */
  motion.deceleration = 1;
  EXPECT_REFUSED(carom_time_of_impact(2, &a, &motion, &b, NULL, INFINITY, &impact), "motion_a");
}

static void every_shape_is_taken(void) {
  static const carom_vec corners[] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}};
  static const uint32_t faces[][3] = {{0, 1, 2}, {0, 2, 3}};
  carom_shape shape;
  memset(&shape, 0, sizeof shape);
  shape.kind = CAROM_HALF_SPACE;
  shape.as.half_space.normal = at(0, 2, 0);
  EXPECT_NEAR(distance_to_ball(2, &shape, at(7, 5, 0), 1), 4);
  shape.kind = CAROM_SEGMENT;
  memset(&shape.as, 0, sizeof shape.as);
  shape.as.segment.to = at(2, 0, 0);
  EXPECT_NEAR(distance_to_ball(2, &shape, at(5, 4, 0), 1), 4); /* 3, 4, 5 */
  shape.kind = CAROM_CAPSULE;
  shape.as.capsule.radius = 1;
  EXPECT_NEAR(distance_to_ball(3, &shape, at(5, 0, 4), 1), 3);
  shape.kind = CAROM_BOX;
  shape.as.box.low = at(-1, -1, -1);
  shape.as.box.high = at(1, 1, 1);
  EXPECT_NEAR(distance_to_ball(3, &shape, at(4, 5, 0), 1), 4);
  shape.kind = CAROM_CYLINDER;
  memset(&shape.as, 0, sizeof shape.as);
  shape.as.cylinder.radius = 1;
  shape.as.cylinder.half_height = 2;
  shape.as.cylinder.axis = CAROM_Y;
  EXPECT_NEAR(distance_to_ball(3, &shape, at(0, 5, 0), 1), 2);
  EXPECT_NEAR(distance_to_ball(3, &shape, at(5, 0, 0), 1), 3);
  shape.kind = CAROM_TRIANGLE;
  memset(&shape.as, 0, sizeof shape.as);
  shape.as.triangle.b = at(1, 0, 0);
  shape.as.triangle.c = at(0, 1, 0);
  EXPECT_NEAR(distance_to_ball(3, &shape, at(.25, .25, -3), 1), 2);
  shape.kind = CAROM_MESH;
  memset(&shape.as, 0, sizeof shape.as);
  shape.as.mesh.vertices = corners;
  shape.as.mesh.vertex_count = 4;
  shape.as.mesh.triangles = faces;
  shape.as.mesh.triangle_count = 2;
  EXPECT_NEAR(distance_to_ball(3, &shape, at(1, 1, 3), 1), 2);
  shape.kind = CAROM_CONVEX_POLYGON;
  memset(&shape.as, 0, sizeof shape.as);
  shape.as.polygon.vertices = corners;
  shape.as.polygon.vertex_count = 4;
  EXPECT_NEAR(distance_to_ball(2, &shape, at(1, 1, 0), .5), -1.5); /* as deep as a side is away, and its radius */
  shape.kind = CAROM_POLYGON;
  EXPECT_NEAR(distance_to_ball(2, &shape, at(-2, 1, 0), .5), 1.5);
  EXPECT_NEAR(distance_to_ball(2, &shape, at(1, 1, 0), .5), .5); /* a chain is not solid */
  shape.as.polygon.open = 1;
  EXPECT_NEAR(distance_to_ball(2, &shape, at(-3, 1, 0), .5), sqrt(10) - .5); /* without the side on the left */
  shape.kind = CAROM_ARC;
  memset(&shape.as, 0, sizeof shape.as);
  shape.as.arc.radius = 5;
  shape.as.arc.from = shape.as.arc.to = at(1, 0, 0);
  EXPECT_NEAR(distance_to_ball(2, &shape, at(0, 0, 0), 1), 4);
}

static void what_makes_no_sense_is_refused_by_name(void) {
  carom_shape good = ball(at(0, 0, 0), 1), bad = ball(at(0, 0, 0), -1);
  carom_contact contact;
  carom_impact impact;
  contact.distance = 42;
  EXPECT_REFUSED(carom_distance(2, &good, &bad, &contact), "b: ");
  EXPECT_REFUSED(carom_distance(4, &good, &good, &contact), "dimension: got 4");
  EXPECT_REFUSED(carom_distance(2, NULL, &good, &contact), "a: got NULL");
  EXPECT_REFUSED(carom_distance(2, &good, &good, NULL), "contact: got NULL");
  bad.kind = CAROM_CYLINDER;
  EXPECT_REFUSED(carom_distance(2, &good, &bad, &contact), "cylinder");
  bad.kind = (carom_shape_kind)99;
  EXPECT_REFUSED(carom_distance(3, &good, &bad, &contact), "99");
  good.kind = bad.kind = CAROM_HALF_SPACE;
  good.as.half_space.normal = bad.as.half_space.normal = at(0, 1, 0);
  EXPECT_REFUSED(carom_distance(2, &good, &bad, &contact), "a half-space and a half-space");
  good = ball(at(0, 0, 0), 1);
  EXPECT_REFUSED(carom_time_of_impact(2, &good, NULL, &good, NULL, NAN, &impact), "horizon: got nan");
  good.as.ball.center.x = NAN;
  EXPECT_REFUSED(carom_time_of_impact(2, &good, NULL, &good, NULL, 1, &impact), "a: ");
  EXPECT(contact.distance == 42); /* as it was */
}

static void batches_have_the_bits_of_single_questions(void) {
  enum { kPairs = 1000 };
  double rows[kPairs][7], still[3] = {0, 0, 0}, one = .5, times[kPairs];
  uint8_t answers[kPairs];
  uint32_t random = 1;
  int k, j;
  for (k = 0; k < kPairs; ++k)
    for (j = 0; j < 7; ++j) {
      random = random * 1664525u + 1013904223u;
      rows[k][j] = (double)(random >> 8) / (1 << 24) * 4 - 2;
    }
  for (k = 0; k < kPairs; ++k) rows[k][3] = fabs(rows[k][3]) / 4;
  {
    const carom_balls a = {&rows[0][0], 7, &rows[0][3], 7, &rows[0][4], 7}, b = {still, 0, &one, 0, NULL, 0};
    EXPECT_OK(carom_impact_times(3, kPairs, &a, &b, INFINITY, times));
    EXPECT_OK(carom_overlaps(3, kPairs, &a, &b, answers));
    for (k = 0; k < kPairs; ++k) {
      const carom_shape from = ball(at(rows[k][0], rows[k][1], rows[k][2]), rows[k][3]), to = ball(at(0, 0, 0), .5);
      const carom_motion motion = moving(at(rows[k][4], rows[k][5], rows[k][6]));
      carom_impact impact;
      EXPECT_OK(carom_time_of_impact(3, &from, &motion, &to, NULL, INFINITY, &impact));
      EXPECT(impact.time == times[k]);
      EXPECT((impact.start != CAROM_APART) == (answers[k] == 1));
    }
    rows[17][5] = NAN;
    EXPECT_REFUSED(carom_impact_times(3, kPairs, &a, &b, INFINITY, times), "17");
    EXPECT_REFUSED(carom_impact_times(3, kPairs, NULL, &b, INFINITY, times), "a: got NULL");
    EXPECT_OK(carom_impact_times(3, 0, &a, &b, INFINITY, NULL));
  }
}

static void lines_are_answered_as_by_the_command_line(void) {
  carom_session* session = carom_session_new("each");
  const char* answer = "";
  EXPECT(session != NULL);
  EXPECT_OK(carom_session_answer(
      session, "{\"define\": \"wall\", \"dim\": 2, \"shape\": {\"segment\": {\"from\": [5, -1], \"to\": [5, 1]}}}",
      &answer));
  EXPECT_OK(carom_session_answer(
      session,
      "{\"ask\": \"distance\", \"dim\": 2, \"a\": {\"shape\": {\"ball\": {\"center\": [0, 0], \"radius\": 1}}}, "
      "\"b\": {\"shape\": \"wall\"}}",
      &answer));
  EXPECT(strstr(answer, "\"distance\":4") != NULL);
  EXPECT_REFUSED(carom_session_answer(session, "{\"ask\": \"distanze\", \"dim\": 2}", &answer), "distanze");
  EXPECT_REFUSED(carom_session_answer(session, "no line", &answer), "");
  carom_session_free(session);
  EXPECT(carom_session_new("distanze") == NULL && strstr(carom_message(), "distance") != NULL);
}

typedef struct heard {
  int impacts, all;
  double last;
} heard;

static void hear(const carom_event* event, void* user) {
  heard* to = (heard*)user;
  ++to->all;
  if (strcmp(carom_event_name(event->kind), "impact") == 0) ++to->impacts;
  to->last = event->time;
}

static carom_world* cradle(void) {
  carom_world* world = carom_world_new(2, NULL);
  carom_body body = carom_default_body();
  uint32_t id = 99;
  body.shape = ball(at(0, 0, 0), 1);
  body.motion.velocity = at(2, 0, 0);
  EXPECT_OK(carom_world_add(world, &body, &id));
  EXPECT(id == 0);
  body.shape = ball(at(10, 0, 0), 1);
  body.motion.velocity = at(0, 0, 0);
  EXPECT_OK(carom_world_add(world, &body, &id));
  EXPECT(id == 1 && carom_world_body_count(world) == 2 && carom_world_dimension(world) == 2);
  return world;
}

static void equal_balls_exchange_their_velocities(void) {
  carom_world* world = cradle();
  carom_placement placement;
  carom_ledger ledger;
  double positions[4], velocities[4];
  heard events = {0, 0, 0};
  EXPECT_OK(carom_world_run_until(world, 5, hear, &events));
  EXPECT(events.impacts == 1 && events.last == 4 && carom_world_event_count(world) == (uint64_t)events.all);
  EXPECT_OK(carom_world_placement(world, 0, &placement));
  EXPECT(placement.present && placement.position.x == 8 && placement.velocity.x == 0 && placement.radius == 1);
  EXPECT_OK(carom_world_placements(world, positions, velocities));
  EXPECT(positions[0] == 8 && positions[2] == 12 && velocities[0] == 0 && velocities[2] == 2);
  EXPECT_OK(carom_world_ledger(world, &ledger));
  EXPECT(ledger.kinetic == 2 && ledger.momentum.x == 2 && ledger.residual == 0); /* m v^2 / 2 */
  EXPECT_OK(carom_world_remove(world, 1));
  EXPECT_OK(carom_world_placement(world, 1, &placement));
  EXPECT(!placement.present);
  EXPECT_OK(carom_world_placements(world, positions, NULL));
  EXPECT(positions[0] == 8 && isnan(positions[2]));
  EXPECT_REFUSED(carom_world_remove(world, 2), "body: got 2");
  EXPECT_REFUSED(carom_world_run_until(world, 4, NULL, NULL), "time: got 4");
  EXPECT_REFUSED(carom_world_set_velocity(world, 0, at(NAN, 0, 0)), "velocity");
  EXPECT_REFUSED(carom_world_run_until(NULL, 4, NULL, NULL), "world: got NULL");
  carom_world_free(world);
  carom_world_free(NULL);
}

static void what_one_does_to_bodies_is_done(void) {
  carom_world* world = cradle();
  carom_placement placement;
  EXPECT_OK(carom_world_place(world, 1, at(0, 10, 0)));
  EXPECT_OK(carom_world_set_velocity(world, 0, at(1, 0, 0)));
  EXPECT_OK(carom_world_apply_impulse(world, 0, at(1, 0, 0)));
  EXPECT_OK(carom_world_apply_force(world, 1, at(2, 0, 0), 1, 2));
  EXPECT_OK(carom_world_run_until(world, 3, NULL, NULL));
  EXPECT_OK(carom_world_placement(world, 0, &placement));
  EXPECT(placement.position.x == 6 && placement.velocity.x == 2);
  EXPECT_OK(carom_world_placement(world, 1, &placement));
  EXPECT(placement.position.x == 3 && placement.velocity.x == 2); /* 2 t^2 / 2 for one, then 2 for another */
  {
    carom_body later = carom_default_body();
    uint32_t id = 0;
    later.shape = ball(at(0, -50, 0), 1);
    EXPECT_OK(carom_world_add_later(world, &later, 4, &id));
    EXPECT_OK(carom_world_placement(world, id, &placement));
    EXPECT(id == 2 && !placement.present);
    EXPECT_OK(carom_world_run_until(world, 4.5, NULL, NULL));
    EXPECT_OK(carom_world_placement(world, id, &placement));
    EXPECT(placement.present && placement.position.y == -50);
    EXPECT_REFUSED(carom_world_add_later(world, &later, 4, &id), "from: got 4");
  }
  EXPECT_REFUSED(carom_world_apply_force(world, 1, at(2, 0, 0), 5, 4), "until: got 4");
  EXPECT_REFUSED(carom_world_steer(world, 1, at(2, 0, 0), 5), "");
  carom_world_free(world);
}

static void a_world_is_asked_what_is_met(void) {
  carom_world* world = cradle();
  const carom_shape probe = ball(at(10, 10, 0), .5);
  const carom_motion down = moving(at(0, -1, 0)), up = moving(at(0, 1, 0));
  const carom_ball region = {{5, 0, 0}, 4};
  carom_hit hit;
  uint32_t ids[2] = {7, 7};
  size_t count = 0;
  EXPECT_OK(carom_world_cast(world, &probe, &down, INFINITY, UINT32_MAX, &hit));
  EXPECT(hit.body == 1 && hit.impact.time == 8.5);
  EXPECT_OK(carom_world_cast(world, &probe, &up, INFINITY, UINT32_MAX, &hit));
  EXPECT(hit.body == CAROM_NO_BODY && isinf(hit.impact.time));
  EXPECT_OK(carom_world_within(world, &region, UINT32_MAX, ids, 1, &count));
  EXPECT(count == 2 && ids[0] == 0 && ids[1] == 7); /* it touches both; room for one */
  carom_world_free(world);
}

static void a_saved_world_goes_on_with_the_same_bits(void) {
  carom_world *world = cradle(), *copy;
  const void* bytes = NULL;
  size_t size = 0;
  int complete = 1;
  EXPECT_OK(carom_world_run_events(world, 10, 0, NULL, NULL, &complete));
  EXPECT(complete == 0);
  EXPECT_OK(carom_world_save(world, &bytes, &size));
  copy = carom_world_load(bytes, size);
  EXPECT(copy != NULL && carom_world_hash(copy) == carom_world_hash(world));
  EXPECT_OK(carom_world_run_events(world, 10, UINT64_MAX, NULL, NULL, &complete));
  EXPECT(complete == 1);
  EXPECT_OK(carom_world_run_until(copy, 10, NULL, NULL));
  EXPECT(carom_world_hash(copy) == carom_world_hash(world) && carom_world_time(copy) == 10);
  EXPECT(carom_world_load("nothing", 7) == NULL && strlen(carom_message()) > 0);
  carom_world_free(copy);
  carom_world_free(world);
}

static void scenes_make_worlds(void) {
  carom_world* world = carom_world_from_scene(
      "{\"carom\": 1, \"dimension\": 2, \"bodies\": [{\"ball\": {\"center\": [0, 0], \"radius\": 1}, \"velocity\": [1, "
      "0]}]}",
      NULL);
  EXPECT(world != NULL && carom_world_body_count(world) == 1);
  carom_world_free(world);
  EXPECT(carom_world_from_scene("{\"carom\": 1}", "my scene") == NULL && strstr(carom_message(), "my scene") != NULL);
}

static int stop_at_once(const carom_progress* progress, void* user) {
  ++*(int*)user;
  (void)progress;
  return 0;
}

static void write_file(const char* name, const char* text) {
  FILE* file = fopen(name, "w");
  EXPECT(file != NULL);
  if (file == NULL) return;
  fputs(text, file);
  fclose(file);
}

static void runs_write_their_files(const char* folder) {
  char scene[4096], out[4096], events[5000];
  carom_run_options options = carom_default_run_options();
  carom_run_result result;
  const char* faults = "";
  int asked = 0;
  snprintf(scene, sizeof scene, "%s/scene.json", folder);
  snprintf(out, sizeof out, "%s/out", folder);
  snprintf(events, sizeof events, "%s/events.csv", out);
  write_file(scene,
             "{\"carom\": 1, \"dimension\": 2, \"until\": 8, \"bodies\": [{\"ball\": {\"center\": [0, 0], \"radius\": "
             "1}, \"velocity\": "
             "[2, 0]}, {\"ball\": {\"center\": [10, 0], \"radius\": 1}}]}");
  options.report = 0;
  options.overwrite = 1;
  EXPECT_OK(carom_run(scene, out, &options, &result));
  EXPECT(result.complete && result.events == 1 && result.time == 8 && result.not_drawn == 0);
  EXPECT_OK(carom_verify(out, 1, &faults));
  EXPECT(strcmp(faults, "") == 0);
  EXPECT_REFUSED(carom_resume(out, NULL, NULL), "folder");
  write_file(events, "changed");
  EXPECT_OK(carom_verify(out, 0, &faults));
  EXPECT(strstr(faults, "events.csv") != NULL);
  EXPECT_REFUSED(carom_run("no/such/scene.json", out, &options, &result), "no/such/scene.json");
  options.progress = stop_at_once;
  options.user = &asked;
  options.checkpoint_every = 0;
  EXPECT_OK(carom_run(scene, out, &options, &result));
  EXPECT(asked == 0 || !result.complete);
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "interface_test: expected a folder for files\n");
    return 2;
  }
  versions_are_told();
  balls_meet_when_their_gap_is_gone();
  every_law_of_motion_is_taken();
  every_shape_is_taken();
  what_makes_no_sense_is_refused_by_name();
  batches_have_the_bits_of_single_questions();
  lines_are_answered_as_by_the_command_line();
  equal_balls_exchange_their_velocities();
  what_one_does_to_bodies_is_done();
  a_world_is_asked_what_is_met();
  a_saved_world_goes_on_with_the_same_bits();
  scenes_make_worlds();
  runs_write_their_files(argv[1]);
  printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
