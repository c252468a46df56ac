/** What is laid over the balls in space and faces the eye: flashes of contacts, marks, the ring around the chosen ball. */
import {cssColor} from "../page.js";
import type {Playback} from "../playback.js";
import type {Scene} from "../scene.js";
import type {Slice} from "./slice.js";
import {markTexture, ringTexture} from "./space_textures.js";
import {type Choices, kMostFlashes, recentContacts, usualRadius} from "../stage.js";
import * as THREE from "./three.js";

const kMostMarks = 100;

function sprite(textures: {alphaMap?: THREE.CanvasTexture; map?: THREE.CanvasTexture}, depthTest = false): THREE.Sprite {
  const made = new THREE.Sprite(new THREE.SpriteMaterial({...textures, transparent: true, depthTest, fog: false}));
  made.visible = false;
  return made;
}

export class SpaceOverlays {
  readonly group = new THREE.Object3D();
  private readonly flashes: THREE.Sprite[];
  private readonly halo: THREE.Sprite;
  private readonly marks: {slot: number; sprite: THREE.Sprite}[];

  constructor(private readonly scene: Scene, private readonly playback: Playback, private readonly choices: Choices, private readonly size: number, private readonly slice: Slice) {
    const alphaMap = ringTexture();
    this.flashes = Array.from({length: kMostFlashes}, () => sprite({alphaMap}));
    this.halo = sprite({alphaMap});
    this.marks = Object.entries(scene.balls.marks).slice(0, kMostMarks).map(([slot, mark]) => ({slot: Number(slot), sprite: sprite({map: markTexture(mark)}, true)}));
    this.group.add(...this.flashes, this.halo, ...this.marks.map((mark) => mark.sprite));
  }

  recolor(): void {
    for (const flash of this.flashes) flash.material.color.set(cssColor("--flash"));
    this.halo.material.color.set(cssColor("--accent"));
  }

  place(t: number, rate: number, eye: THREE.Vector3): void {
    this.placeFlashes(t, rate);
    this.placeMarks(eye);
    this.placeHalo();
  }

  private placeFlashes(t: number, rate: number): void {
    const {scene, choices, size, slice} = this;
    const recent = choices.contacts ? recentContacts(scene, t, rate).filter(([i]) => slice.keeps(scene.events.point, i)) : [];
    const radius = Math.max(0.012 * size, 1.1 * Math.min(0.05 * size, usualRadius(this.playback)));
    this.flashes.forEach((flash, k) => {
      flash.visible = k < recent.length;
      if (!flash.visible) return;
      const [i, age] = recent[k];
      flash.position.fromArray(scene.events.point, 3 * i);
      flash.scale.setScalar(radius * (0.5 + 1.6 * Math.sqrt(age)));
      flash.material.opacity = (1 - age) ** 1.5;
    });
  }

  /** On the side of the ball that is seen. */
  private placeMarks(eye: THREE.Vector3): void {
    const {here, position, radius} = this.playback;
    const toEye = new THREE.Vector3();
    for (const {slot, sprite: mark} of this.marks) {
      mark.visible = Boolean(here[slot]) && this.slice.keeps(position, slot);
      mark.position.fromArray(position, 3 * slot);
      toEye.copy(eye).sub(mark.position).normalize();
      mark.position.addScaledVector(toEye, 1.02 * radius[slot]);
      mark.scale.setScalar(radius[slot]);
    }
  }

  private placeHalo(): void {
    const slot = this.choices.selected;
    this.halo.visible = slot >= 0 && Boolean(this.playback.here[slot]);
    if (!this.halo.visible) return;
    this.halo.position.fromArray(this.playback.position, 3 * slot);
    this.halo.scale.setScalar(2.7 * this.playback.radius[slot] + 0.012 * this.size);
  }
}
