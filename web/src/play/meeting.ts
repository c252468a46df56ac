import type {ShotRecord} from "carom-wasm";

/** Which ball the cue ball meets first, and when. */
export function firstMeeting({events}: ShotRecord, cueBall: number): {time: number; met: number} | undefined {
  const event = events.find(({kind, ball, other}) => kind === "ball_ball" && (ball === cueBall || other === cueBall));
  return event && {time: event.time, met: event.ball === cueBall ? event.other : event.ball};
}
