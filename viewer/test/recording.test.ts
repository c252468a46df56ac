import assert from "node:assert/strict";
import {test} from "node:test";
import {decodeArray, decodeDigits} from "../src/report/base64.js";
import {kNoBody} from "../src/report/recording.js";
import {encode, recording} from "./made_up.js";

test("the words of RFC 4648, section 10, are decoded", () => {
  for (const [text, plain] of [["", ""], ["Zg==", "f"], ["Zm8=", "fo"], ["Zm9v", "foo"], ["Zm9vYg==", "foob"], ["Zm9vYmE=", "fooba"], ["Zm9vYmFy", "foobar"]])
    assert.equal(Buffer.from(decodeDigits(text)).toString(), plain);
});

test("every byte comes back from base 64", () => {
  const all = Uint8Array.from({length: 256}, (_, k) => k);
  assert.deepEqual(decodeDigits(encode(all)), all);
});

test("doubles are little-endian", () => {
  assert.deepEqual(decodeArray("AAAAAAAAEEA=", Float64Array), Float64Array.of(4));  // 0x4010000000000000
});

test("bodies are called by their names, else by their numbers", () => {
  const run = recording({tracks: [[{time: 0, position: [0, 0], velocity: [1, 0]}], [{time: 0, position: [5, 0], velocity: [0, 0]}]]});
  assert.equal(run.bodyName(0), "first");
  assert.equal(run.bodyName(3), "#3");
  assert.equal(run.bodyName(1), "floor");
  assert.equal(run.bodyName(kNoBody), "");
  assert.equal(run.slotOf(3), 1);
  assert.equal(run.slotOf(2), undefined);
});

test("events, samples and what was observed are arrays again", () => {
  const run = recording({tracks: [[{time: 0, position: [0, 0], velocity: [1, 0]}]]});
  assert.deepEqual(Array.from(run.events.time), [1, 2]);
  assert.deepEqual(Array.from(run.samples.impacts), [0, 4]);
  assert.equal(run.measured.series.length, 0);
  assert.equal(run.span, 10);
});
