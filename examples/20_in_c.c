/* A ball dropped from 1.25 m, in C: questions, a world, its events, and an error. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void print_bounce(const carom_event* event, void* user) {
  (void)user;
  if (strcmp(carom_event_name(event->kind), "impact") == 0)
    printf("bounce at %.3f s, %.3f m/s\n", event->time, event->approach_speed);
}

int main(void) {
  /* When does a ball at (0, 1.5), falling from rest at 10 m/s², reach the ground? */
  carom_shape ball = {.kind = CAROM_BALL, .as.ball = {{0, 1.5, 0}, .25}};
  carom_shape ground = {.kind = CAROM_HALF_SPACE, .as.half_space = {.normal = {0, 1, 0}}};
  carom_motion falling = {.acceleration = {0, -10, 0}};
  carom_impact impact;
  if (carom_time_of_impact(2, &ball, &falling, &ground, NULL, 10, &impact) != CAROM_OK) return 1;
  printf("it lands at %.3f s\n", impact.time);

  /* The same in a world, where it bounces with half of its speed. */
  carom_world_options options = carom_default_world_options();
  options.gravity = (carom_vec){0, -10, 0};
  carom_world* world = carom_world_new(2, &options);
  carom_body body = carom_default_body();
  body.shape = ground;
  body.mass = INFINITY;
  body.restitution = .5;
  carom_world_add(world, &body, NULL);
  body.shape = ball;
  body.mass = 1;
  carom_world_add(world, &body, NULL);
  carom_world_run_until(world, 1.2, print_bounce, NULL);

  /* What goes wrong says why. */
  if (carom_world_remove(world, 7) != CAROM_OK) printf("%s\n", carom_message());
  carom_world_free(world);
  return 0;
}
