import assert from "node:assert/strict";
import {test} from "node:test";
import {counted, formatCount, kThinSpace} from "../src/format.js";

test("counts keep every digit, and one is not many", () => {
  assert.equal(formatCount(12345), `12${kThinSpace}345`);
  assert.deepEqual([0, 1, 2, 67, 1000].map((n) => counted(n, "event")), ["0 events", "1 event", "2 events", "67 events", `1${kThinSpace}000 events`]);
  assert.equal(counted(2, "box", "boxes"), "2 boxes");
});
