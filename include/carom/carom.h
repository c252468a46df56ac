#ifndef CAROM_CAROM_H
#define CAROM_CAROM_H
/* NOLINTBEGIN(modernize-*, readability-identifier-naming): this is C */
#include <stddef.h>
#include <stdint.h>

/* The C interface of Carom, in the shared library libcarom (docs/use/c.md).
 *
 * Words, units and rules are those of the C++ interface, whose headers say more: carom/query/time_of_impact.hpp,
 * carom/sim/world.hpp, carom/io/run.hpp. Lengths, times and masses are in any units that fit each other.
 *
 * Functions that can fail return a carom_status, or NULL for one that is no CAROM_OK; carom_message() says then what
 * was wrong: the argument, its value, and what was expected. What a function that failed was to fill is as it was. No
 * exception leaves a function. Functions may be called by several threads, but one world or session by one at a time.
 *
 * `dimension` is 2 or 3; with 2 the z of vectors is not looked at, and is 0 in what is filled.
 */

#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif
#ifdef __cplusplus
extern "C" {
#endif

/* Of this header: goes up with each change of what is in it. A library serves all headers of its number and below. */
#define CAROM_INTERFACE_VERSION 1
int carom_interface_version(void); /* of the library */
const char* carom_version(void);   /* of Carom: "0.1.0" */

typedef enum carom_status {
  CAROM_OK = 0,
  CAROM_BAD_ARGUMENT = 1,  /* a value, a scene or a file is not as it should be */
  CAROM_OUT_OF_MEMORY = 2, /* there is not enough memory */
  CAROM_FAILED = 3         /* a file could not be read or written, or a computation left the range of doubles */
} carom_status;

/* What was wrong in the last call of this thread that failed; "" if none did. Valid until the next one that fails. */
const char* carom_message(void);

typedef struct carom_vec {
  double x, y, z;
} carom_vec;

/* ---- Shapes and motions ------------------------------------------------------------------------------------------ */

typedef enum carom_shape_kind {
  CAROM_BALL = 0,           /* circle or sphere; of radius 0 a point */
  CAROM_HALF_SPACE = 1,     /* solid ground */
  CAROM_SEGMENT = 2,        /* */
  CAROM_BOX = 3,            /* along the axes, solid */
  CAROM_CAPSULE = 4,        /* all within `radius` of a segment */
  CAROM_CYLINDER = 5,       /* 3D: solid, along an axis */
  CAROM_TRIANGLE = 6,       /* 3D, in questions about two shapes */
  CAROM_MESH = 7,           /* 3D: triangles that share corners */
  CAROM_ARC = 8,            /* 2D: a part of a circle, anticlockwise */
  CAROM_CONVEX_POLYGON = 9, /* 2D: solid, anticlockwise */
  CAROM_POLYGON = 10        /* 2D: a chain of edges, closed or not */
} carom_shape_kind;

typedef enum carom_axis { CAROM_X = 0, CAROM_Y = 1, CAROM_Z = 2 } carom_axis;

typedef struct carom_ball {
  carom_vec center;
  double radius; /* >= 0 */
} carom_ball;

/* The points x with normal.(x - point) <= offset |normal|; free where the normal points, which may have any length. */
typedef struct carom_half_space {
  carom_vec normal;
  double offset;
  carom_vec point;
} carom_half_space;

typedef struct carom_segment {
  carom_vec from, to;
  int one_sided; /* 2D: stops what comes from its left alone */
} carom_segment;

typedef struct carom_box {
  carom_vec low, high;
} carom_box;

typedef struct carom_capsule {
  carom_vec from, to;
  double radius;
} carom_capsule;

typedef struct carom_cylinder {
  carom_vec center;
  double radius, half_height;
  carom_axis axis;
} carom_cylinder;

typedef struct carom_triangle {
  carom_vec a, b, c;
} carom_triangle;

typedef struct carom_mesh {
  const carom_vec* vertices;
  size_t vertex_count;
  const uint32_t (*triangles)[3]; /* indices of vertices */
  size_t triangle_count;
} carom_mesh;

typedef struct carom_arc {
  carom_vec center;
  double radius;
  carom_vec from, to; /* directions from the centre, of any length; the same twice: the whole circle */
} carom_arc;

typedef struct carom_polygon { /* CAROM_CONVEX_POLYGON looks at the vertices alone */
  const carom_vec* vertices;
  size_t vertex_count;
  int open;      /* a chain, whose last vertex is not followed by the first */
  int one_sided; /* stops what comes from the left of an edge alone */
} carom_polygon;

/* The member of `as` that `kind` names is looked at, and copied where it is kept. */
typedef struct carom_shape {
  carom_shape_kind kind;
  union {
    carom_ball ball;
    carom_half_space half_space;
    carom_segment segment;
    carom_box box;
    carom_capsule capsule;
    carom_cylinder cylinder;
    carom_triangle triangle;
    carom_mesh mesh;
    carom_arc arc;
    carom_polygon polygon;
  } as;
} carom_shape;

/* At most one of the last three is not zero. */
typedef struct carom_motion {
  carom_vec velocity;
  carom_vec acceleration;
  double deceleration; /* >= 0: along the path, until it stops */
  double damping;      /* >= 0: the velocity decays as exp(-damping t) */
} carom_motion;

/* ---- Questions about two shapes ---------------------------------------------------------------------------------- */

typedef enum carom_proximity { CAROM_APART = 0, CAROM_TOUCHING = 1, CAROM_OVERLAPPING = 2 } carom_proximity;

typedef enum carom_verdict {
  CAROM_HIT = 0,
  CAROM_MISS = 1,
  CAROM_TOUCHING_SEPARATING = 2,
  CAROM_IN_OVERLAP = 3 /* overlapping at time 0, whatever comes then */
} carom_verdict;

typedef struct carom_impact {
  double time;           /* infinite if there is none within the horizon; all else is 0 then */
  carom_vec point;       /* on the boundary of b */
  carom_vec normal;      /* unit, from a to b */
  carom_proximity start; /* how they stood at time 0 */
  carom_verdict verdict;
} carom_impact;

/* When and where two moving shapes first touch within 0 <= t <= horizon (INFINITY: at any time). A motion of NULL is
 * none. Which pairs may be asked about: docs/use/queries.md; CAROM_BAD_ARGUMENT for others. Decided as exact arithmetic
 * would. */
carom_status carom_time_of_impact(int dimension, const carom_shape* a, const carom_motion* motion_a,
                                  const carom_shape* b, const carom_motion* motion_b, double horizon,
                                  carom_impact* impact);

typedef struct carom_contact {
  carom_proximity proximity;
  double distance;            /* signed: < 0 in overlap, as deep as that */
  carom_vec point_a, point_b; /* the nearest points; in overlap the deepest of a, and that of b's boundary above it */
  carom_vec normal;           /* unit, from a to b */
} carom_contact;

/* How two still shapes stand to each other: which is exact; how far apart, or how deep. */
carom_status carom_distance(int dimension, const carom_shape* a, const carom_shape* b, carom_contact* contact);

/* ---- Very many pairs of balls on straight paths ------------------------------------------------------------------ */

/* Balls as they lie in memory. Ball k has its centre, `dimension` doubles, at centers + k * center_step, its radius at
 * radii + k * radius_step, its velocity at velocities + k * velocity_step. A step of 0 is one for all. `velocities` may
 * be NULL: they stand still. */
typedef struct carom_balls {
  const double* centers;
  ptrdiff_t center_step;
  const double* radii;
  ptrdiff_t radius_step;
  const double* velocities;
  ptrdiff_t velocity_step;
} carom_balls;

/* times[k]: when ball k of a and ball k of b first touch, INFINITY if they do not. CAROM_BAD_ARGUMENT for what is not
 * finite, and radii below 0; some times are written then. */
carom_status carom_impact_times(int dimension, size_t count, const carom_balls* a, const carom_balls* b, double horizon,
                                double* times);
/* answers[k]: 1 if ball k of a and ball k of b have a point in common, else 0. */
carom_status carom_overlaps(int dimension, size_t count, const carom_balls* a, const carom_balls* b, uint8_t* answers);

/* ---- Questions line by line -------------------------------------------------------------------------------------- */

typedef struct carom_session carom_session;

/* Answers lines of JSON as `carom query` does (docs/formats/query.md): every question of the library. `question`: what
 * lines ask that do not say it, or "each". */
carom_session* carom_session_new(const char* question);
void carom_session_free(carom_session* session);
/* *answer: one line of JSON, valid until the session's next. */
carom_status carom_session_answer(carom_session* session, const char* line, const char** answer);

/* ---- Worlds ------------------------------------------------------------------------------------------------------ */

typedef struct carom_world carom_world;

#define CAROM_NO_BODY UINT32_MAX

/* How the values of two bodies become one. */
typedef enum carom_combine_rule {
  CAROM_AVERAGE = 0,
  CAROM_MASS_WEIGHTED = 1,
  CAROM_MINIMUM = 2,
  CAROM_MAXIMUM = 3,
  CAROM_PRODUCT = 4
} carom_combine_rule;

/* Every field means what it means in carom/sim/world_options.hpp. NAN: not set. */
typedef struct carom_world_options {
  carom_vec gravity;
  double damping;
  carom_combine_rule restitution_rule;
  double restitution_speed;
  double tangential_restitution; /* set: balls are rough and spin */
  carom_combine_rule friction_rule;
  carom_vec period; /* sides of a periodic box; x of 0: none */
  int sleep;
  double frame;
} carom_world_options;
/* What a world has unless it is told otherwise. */
carom_world_options carom_default_world_options(void);

typedef enum carom_response { CAROM_BOUNCE = 0, CAROM_STICK = 1, CAROM_POCKET = 2, CAROM_SLIDE = 3 } carom_response;

/* Every field means what it means in carom/sim/body.hpp. */
typedef struct carom_body {
  carom_shape shape;
  carom_motion motion;
  double mass;    /* INFINITY: immovable */
  carom_vec spin; /* 2D: z */
  double restitution;
  double friction;
  double rolling_friction;
  double spinning_friction;
  carom_response response;
  uint32_t layers, mask;
  uint64_t user;
} carom_body;
/* A ball of radius 0 and mass 1 at the origin that bounces without loss. */
carom_body carom_default_body(void);

carom_world* carom_world_new(int dimension, const carom_world_options* options); /* NULL: those by default */
/* The world of a scene (docs/formats/scene.md); `origin` stands for the file's name in messages. */
carom_world* carom_world_from_scene(const char* scene, const char* origin);
void carom_world_free(carom_world* world); /* NULL is allowed */

int carom_world_dimension(const carom_world* world);
double carom_world_time(const carom_world* world);
size_t carom_world_body_count(const carom_world* world); /* ever added: ids are below it */
uint64_t carom_world_event_count(const carom_world* world);
uint64_t carom_world_hash(const carom_world* world); /* docs/formats/state-hash.md */
double carom_world_deepest_overlap(const carom_world* world);

carom_status carom_world_add(carom_world* world, const carom_body* body, uint32_t* id); /* id may be NULL */
/* A ball that is there from the time `from` on, or as soon after as its place is free (World::add_later). */
carom_status carom_world_add_later(carom_world* world, const carom_body* body, double from, uint32_t* id);
carom_status carom_world_remove(carom_world* world, uint32_t body);
carom_status carom_world_place(carom_world* world, uint32_t body, carom_vec position);
carom_status carom_world_set_velocity(carom_world* world, uint32_t body, carom_vec velocity);
carom_status carom_world_apply_impulse(carom_world* world, uint32_t body, carom_vec impulse);
carom_status carom_world_apply_force(carom_world* world, uint32_t body, carom_vec force, double from, double until);
carom_status carom_world_steer(carom_world* world, uint32_t body, carom_vec velocity, double from);
carom_status carom_world_set_threads(carom_world* world, int threads);

/* The kinds of events, in the order of carom/sim/event.hpp. */
const char* carom_event_name(int kind); /* "impact", "merge" ...; NULL for a number that is none */

typedef struct carom_event {
  double time;
  int kind;
  uint32_t a, b; /* CAROM_NO_BODY: none */
  carom_vec point, normal;
  double approach_speed;
  double impulse;
} carom_event;

/* May look at the world and change it, but not free it or run it. */
typedef void (*carom_event_sink)(const carom_event* event, void* user);

/* Runs to `time` >= now and tells `sink` (may be NULL) every event, in order. */
carom_status carom_world_run_until(carom_world* world, double time, carom_event_sink sink, void* user);
/* The same with at most so many events: *complete is 0 if they did not suffice, and the clock stands at the last of
 * them. */
carom_status carom_world_run_events(carom_world* world, double time, uint64_t most_events, carom_event_sink sink,
                                    void* user, int* complete);

typedef struct carom_placement {
  int present; /* 0: merged, pocketed or removed, and all else 0 */
  int asleep;
  carom_vec position; /* of a ball; of an obstacle how far it is from where it was added */
  carom_vec velocity;
  carom_vec spin; /* 2D: z */
  double radius;
} carom_placement;

/* Now: worlds may be looked at between events, which changes nothing. */
carom_status carom_world_placement(const carom_world* world, uint32_t body, carom_placement* placement);
/* Where all bodies are and how fast, in rows of `dimension` doubles by id; NULL is left out. NAN for what is not there.
 */
carom_status carom_world_placements(const carom_world* world, double* positions, double* velocities);

typedef struct carom_hit {
  uint32_t body; /* CAROM_NO_BODY: nothing is met, and the impact's time is infinite */
  carom_impact impact;
} carom_hit;

/* What a ball, a capsule or a box that moves through the bodies as they stand meets first. */
carom_status carom_world_cast(const carom_world* world, const carom_shape* shape, const carom_motion* motion,
                              double horizon, uint32_t mask, carom_hit* hit);
/* The bodies that have a point in common with a ball, by id: *count of them, of which the first `most` are written. */
carom_status carom_world_within(const carom_world* world, const carom_ball* region, uint32_t mask, uint32_t* ids,
                                size_t most, size_t* count);

/* Where the energy is and where it went: kinetic + potential + dissipated = initial + work + added, up to rounding. */
typedef struct carom_ledger {
  double kinetic, potential, initial, work, dissipated, added, residual;
  carom_vec momentum;
} carom_ledger;
carom_status carom_world_ledger(const carom_world* world, carom_ledger* ledger);

/* All of the world as bytes, from which carom_world_load makes one that goes on with the same bits: the same version of
 * Carom on a machine of the same kind. *bytes is valid until the world's next call of this. */
carom_status carom_world_save(carom_world* world, const void** bytes, size_t* size);
carom_world* carom_world_load(const void* bytes, size_t size);

/* ---- Runs that write files --------------------------------------------------------------------------------------- */

typedef struct carom_progress {
  double from, time, until; /* simulated */
  uint64_t events;
  double wall_seconds;
} carom_progress;

/* Called about ten times a second; 0 stops the run where it is. */
typedef int (*carom_progress_report)(const carom_progress* progress, void* user);

/* Every field means what it means in carom/io/run.hpp. NAN: not set. */
typedef struct carom_run_options {
  double until;
  double frames_per_second;
  double checkpoint_every;
  double most_seconds;
  uint64_t most_events; /* 0: as many as come */
  int picture, report;
  int overwrite;
  int threads;
  carom_progress_report progress; /* may be NULL */
  void* user;
} carom_run_options;
carom_run_options carom_default_run_options(void);

typedef struct carom_run_result {
  double time;
  uint64_t events;
  int complete;  /* 0: stopped before its end */
  int not_drawn; /* how many of picture and report could not be drawn; all other files are in their place */
} carom_run_result;

/* Runs a scene file and writes its files into `folder` (docs/formats/run-folder.md). `options` and `result` may be
 * NULL. */
carom_status carom_run(const char* scene_file, const char* folder, const carom_run_options* options,
                       carom_run_result* result);
/* Goes on with a run that was stopped or killed, from its last checkpoint; `until`, `frames_per_second`, `picture`,
 * `report` and `overwrite` are those of the run. */
carom_status carom_resume(const char* folder, const carom_run_options* options, carom_run_result* result);
/* *faults: what in the folder of a run is not as Carom wrote it, a line each; "" if nothing. Valid until this thread's
 * next call of this. `replay`: a finished run is run again, and its files are compared. */
carom_status carom_verify(const char* folder, int replay, const char** faults);

#ifdef __cplusplus
}
#endif
#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

/* NOLINTEND(modernize-*, readability-identifier-naming) */
#endif
