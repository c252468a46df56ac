"use strict";
// Draws the run in space, with three.js.

const kMostTrailPoints = 60000;
const kMostMarks = 100;
const kShadowBalls = 4000;
const kPlaneReach = 4;      // of a plane that is drawn, relative to the view
const kLineRadius = 0.004;  // of a segment, relative to the view

/** 0 to 1 in each channel. */
function unitColor(color) {
  return color.map((c) => c / 255);
}

function threeColor(css) {
  return new THREE.Color(css);
}

function canvasTexture(size, paint) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  paint(canvas.getContext("2d"), size);
  return new THREE.CanvasTexture(canvas);
}

/** How opaque each place is: an alpha map has no dark fringe. */
function ringTexture() {
  return canvasTexture(128, (context, size) => {
    context.fillRect(0, 0, size, size);
    context.strokeStyle = "#fff";
    context.lineWidth = size / 16;
    context.beginPath();
    context.arc(size / 2, size / 2, size / 2 - context.lineWidth, 0, 2 * Math.PI);
    context.stroke();
  });
}

function markTexture(mark) {
  return canvasTexture(128, (context, size) => {
    context.beginPath();
    context.arc(size / 2, size / 2, size / 2 - 2, 0, 2 * Math.PI);
    context.fillStyle = "rgba(253,252,248,.94)";
    context.fill();
    context.fillStyle = "#15171b";
    context.font = `650 ${size * (mark.length > 1 ? 0.5 : 0.62)}px ${cssColor("--sans")}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(mark, size / 2, size * 0.53);
  });
}

class Stage {
  constructor(run, motion, choices, host) {
    Object.assign(this, {run, motion, choices, host});
    this.palette = new Palette(run, motion);
    const {low, high} = run.world;
    this.size = Math.hypot(...low.map((x, i) => high[i] - x));
    this.middle = new THREE.Vector3(...low.map((x, i) => (x + high[i]) / 2));
    if (!this.start()) return;
    this.addCamera();
    this.addLights();
    this.addObstacles();
    this.addBalls();
    this.addTrails();
    this.addOverlays();
    this.recolor();
    this.listen();
  }

  start() {
    try {
      this.renderer = new THREE.WebGLRenderer({antialias: true, alpha: true});
    } catch (error) {
      this.host.prepend(make("div.message", {}, "This browser offers no WebGL, so the run cannot be shown in space. Plots, events and the summary are below."));
      return false;
    }
    this.renderer.setPixelRatio(window.devicePixelRatio || 1);
    this.renderer.shadowMap.enabled = this.motion.count <= kShadowBalls;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.canvas = this.renderer.domElement;
    this.host.prepend(this.canvas);
    this.scene = new THREE.Scene();
    this.scene.fog = new THREE.Fog(0xffffff, 1, 2);
    return true;
  }

  addCamera() {
    const {eye, target, up, field_of_view: fov} = this.run.camera;
    this.camera = new THREE.PerspectiveCamera((fov * 180) / Math.PI, 1, this.size / 150, this.size * 60);
    this.camera.up.set(...up);
    this.camera.position.set(...eye);
    this.controls = new THREE.OrbitControls(this.camera, this.canvas);
    this.controls.target.set(...target);
    this.controls.enableKeys = false;
    this.controls.update();
    this.controls.saveState();
  }

  addLights() {
    const {light, target} = this.run.camera;
    this.sky = new THREE.HemisphereLight(0xffffff, 0xc3cad6, 0.7);
    this.sky.position.set(...this.run.camera.up);
    this.sun = new THREE.DirectionalLight(0xfff6e8, 0.42);
    this.sun.target.position.set(...target);
    const direction = new THREE.Vector3(...light).sub(this.sun.target.position).normalize();
    this.sun.position.copy(this.sun.target.position).addScaledVector(direction, 2 * this.size);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    const reach = 0.75 * this.size;
    Object.assign(this.sun.shadow.camera, {left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1 * this.size, far: 4 * this.size});
    this.sun.shadow.bias = -0.0015;
    this.scene.add(this.sky, this.sun, this.sun.target);
  }

  // The scene's still parts.

  addObstacles() {
    const {periodic} = this.run.world;
    this.planes = [];
    this.edges = [];
    if (periodic) this.addFrame([0, 0, 0], periodic);
    const walls = this.wallBox();
    if (walls) this.addFrame(walls.low, walls.high);
    this.moving = [];
    for (const obstacle of this.run.obstacles) {
      const before = this.scene.children.length;
      if (obstacle.kind === "half_space" && !(walls && this.axis(obstacle.normal) >= 0)) this.addPlane(obstacle);
      if (obstacle.kind === "box") this.addBox(obstacle);
      if (obstacle.kind === "segment") this.addSegment(obstacle);
      if (obstacle.kind === "pocket") this.addPocket(obstacle);
      if (obstacle.kind === "mesh") this.addMesh(obstacle);
      if (obstacle.ways) this.moving.push({obstacle, parts: this.scene.children.slice(before).map((part) => ({part, start: part.position.clone()}))});
    }
  }

  placeObstacles(t) {
    for (const {obstacle, parts} of this.moving) {
      const by = new THREE.Vector3(...displacement(obstacle, t, 3));
      for (const {part, start} of parts) part.position.copy(start).add(by);
    }
  }

  /** The axis along which a normal points, or −1. */
  axis(normal) {
    return normal.findIndex((x) => Math.abs(x) === 1);
  }

  /** The box that half-spaces along all axes leave free. */
  wallBox() {
    const low = [-Infinity, -Infinity, -Infinity];
    const high = [Infinity, Infinity, Infinity];
    for (const {kind, normal, offset} of this.run.obstacles) {
      if (kind !== "half_space") continue;
      const k = this.axis(normal);
      if (k >= 0 && normal[k] > 0) low[k] = Math.max(low[k], offset);
      if (k >= 0 && normal[k] < 0) high[k] = Math.min(high[k], -offset);
    }
    return [...low, ...high].every(Number.isFinite) ? {low, high} : null;
  }

  /** A glass box: its edges, and the insides of its far faces. */
  addFrame(low, high) {
    const sides = high.map((x, i) => x - low[i]);
    const geometry = new THREE.BoxBufferGeometry(...sides);
    const edges = new THREE.LineSegments(new THREE.EdgesGeometry(geometry), new THREE.LineBasicMaterial());
    const glass = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({side: THREE.BackSide, transparent: true, opacity: 0.28, depthWrite: false}));
    this.glass = glass;
    this.edges.push(edges);
    for (const part of [edges, glass]) {
      part.position.set(...low.map((x, i) => x + sides[i] / 2));
      this.scene.add(part);
    }
  }

  /** Lines in short pieces: some drivers drop lines that begin behind the eye. */
  grid(extent) {
    const step = niceStep(this.size, 12);
    const half = Math.ceil(extent / step);
    const points = [];
    for (let line = -half; line <= half; ++line)
      for (let piece = -half; piece < half; piece += 2) {
        const [s, from, to] = [line * step, piece * step, (piece + 2) * step];
        points.push(s, 0, from, s, 0, to, from, 0, s, to, 0, s);
      }
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    return new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({transparent: true, opacity: 0.8}));
  }

  addPlane({normal, offset}) {
    const extent = kPlaneReach * this.size;
    const n = new THREE.Vector3(...normal);
    const foot = this.middle.clone().addScaledVector(n, offset - n.dot(this.middle));
    const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), n);
    const surface = new THREE.Mesh(new THREE.PlaneBufferGeometry(2 * extent, 2 * extent).rotateX(-Math.PI / 2), new THREE.MeshLambertMaterial({polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1}));
    surface.receiveShadow = true;
    const grid = this.grid(extent);
    for (const part of [surface, grid]) {
      part.quaternion.copy(turn);
      part.position.copy(foot);
      this.scene.add(part);
    }
    grid.position.addScaledVector(n, 1e-3 * this.size);
    this.planes.push({surface, grid, normal: n, offset});
  }

  addBox({low, high, color}) {
    const sides = high.map((x, i) => x - low[i]);
    const box = new THREE.Mesh(new THREE.BoxBufferGeometry(...sides), new THREE.MeshLambertMaterial({color: threeColor(color || "#8a94a3")}));
    box.position.set(...low.map((x, i) => x + sides[i] / 2));
    box.castShadow = box.receiveShadow = true;
    this.scene.add(box);
  }

  addSegment({from, to, color}) {
    const a = new THREE.Vector3(...from);
    const along = new THREE.Vector3(...to).sub(a);
    const rod = new THREE.Mesh(new THREE.CylinderBufferGeometry(kLineRadius * this.size, kLineRadius * this.size, along.length(), 16),
                               new THREE.MeshLambertMaterial({color: threeColor(color || "#8a94a3")}));
    rod.position.copy(a).addScaledVector(along, 0.5);
    rod.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.normalize());
    rod.castShadow = true;
    this.scene.add(rod);
  }

  addMesh({vertices, triangles, color}) {
    const corners = triangles.flatMap((triangle) => triangle.flatMap((k) => vertices[k]));
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(corners, 3));
    geometry.computeVertexNormals();
    const surface = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({color: threeColor(color || "#8a94a3"), side: THREE.DoubleSide}));
    surface.castShadow = surface.receiveShadow = true;
    this.scene.add(surface);
  }

  addPocket({center, radius}) {
    const hole = new THREE.Mesh(new THREE.SphereBufferGeometry(radius, 32, 24), new THREE.MeshLambertMaterial({color: 0x050607, transparent: true, opacity: 0.6}));
    hole.position.set(...center);
    this.scene.add(hole);
  }

  // What moves.

  addBalls() {
    const n = this.motion.count;
    const [across, down] = n <= 200 ? [48, 32] : n <= 3000 ? [24, 16] : n <= 15000 ? [14, 10] : [8, 6];
    const geometry = new THREE.SphereBufferGeometry(1, across, down);
    this.colors = new THREE.InstancedBufferAttribute(new Float32Array(3 * n), 3);
    geometry.setAttribute("color", this.colors);
    const material = new THREE.MeshPhongMaterial({vertexColors: THREE.VertexColors, shininess: 40, specular: 0x1c1c1c});
    this.balls = new THREE.InstancedMesh(geometry, material, n);
    this.balls.frustumCulled = false;
    this.balls.castShadow = this.balls.receiveShadow = true;
    this.balls.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
    this.scene.add(this.balls);
  }

  lines(points) {
    const geometry = new THREE.BufferGeometry();
    for (const name of ["position", "color"]) geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(3 * points), 3).setUsage(THREE.DynamicDrawUsage));
    const lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({vertexColors: THREE.VertexColors}));
    lines.frustumCulled = false;
    this.scene.add(lines);
    return lines;
  }

  addTrails() {
    this.trails = this.lines(kMostTrailPoints);
    this.arrows = this.lines(2 * Math.min(this.motion.count, 3000));
  }

  sprite(textures) {
    const sprite = new THREE.Sprite(new THREE.SpriteMaterial({...textures, transparent: true, depthTest: false, fog: false}));
    sprite.visible = false;
    this.scene.add(sprite);
    return sprite;
  }

  addOverlays() {
    const ring = ringTexture();
    this.flashes = Array.from({length: kMostFlashes}, () => this.sprite({alphaMap: ring}));
    this.halo = this.sprite({alphaMap: ring});
    this.marks = Object.entries(this.run.balls.marks).slice(0, kMostMarks).map(([slot, mark]) => {
      const sprite = this.sprite({map: markTexture(mark)});
      sprite.material.depthTest = true;
      return {slot: +slot, sprite};
    });
  }

  recolor() {
    const stage = threeColor(cssColor("--stage"));
    this.scene.fog.color = stage;
    this.background = [stage.r, stage.g, stage.b];
    this.renderer.setClearColor(stage, 0);
    this.isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    for (const {surface, grid} of this.planes) {
      surface.material.color = threeColor(cssColor("--solid"));
      surface.material.emissive = threeColor(cssColor("--solid")).multiplyScalar(this.isDark ? 0.1 : 0.22);
      grid.material.color = threeColor(cssColor("--line-strong"));
    }
    for (const edge of this.edges) edge.material.color = threeColor(cssColor("--faint"));
    if (this.glass) this.glass.material.color = threeColor(cssColor("--solid"));
    for (const flash of this.flashes) flash.material.color = threeColor(cssColor("--flash"));
    this.halo.material.color = threeColor(cssColor("--accent"));
    this.sky.intensity = this.isDark ? 0.6 : 0.7;
  }

  listen() {
    new ResizeObserver(() => this.onResize?.()).observe(this.host);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      this.recolor();
      this.onChange?.();
    });
    this.controls.addEventListener("change", () => this.onChange?.());
    let down = null;
    this.canvas.addEventListener("pointerdown", (event) => (down = [event.offsetX, event.offsetY]));
    this.canvas.addEventListener("pointerup", (event) => {
      if (down && Math.hypot(event.offsetX - down[0], event.offsetY - down[1]) < 5) this.onPick?.(this.pick(event.offsetX, event.offsetY));
    });
    this.canvas.addEventListener("dblclick", () => this.reset());
  }

  stale() {}

  reset() {
    this.choices.follow = false;
    this.controls?.reset();
    this.onChange?.();
  }

  /** The nearest ball under a point of the screen. */
  pick(x, y) {
    const box = this.host.getBoundingClientRect();
    const caster = new THREE.Raycaster();
    caster.setFromCamera({x: (2 * x) / box.width - 1, y: 1 - (2 * y) / box.height}, this.camera);
    const {origin, direction} = caster.ray;
    const {position, radius, here} = this.motion;
    const center = new THREE.Vector3();
    let best = -1;
    let bestDepth = Infinity;
    for (let slot = 0; slot < this.motion.count; ++slot) {
      if (!here[slot]) continue;
      center.fromArray(position, 3 * slot).sub(origin);
      const depth = center.dot(direction);
      const miss = Math.sqrt(Math.max(0, center.lengthSq() - depth * depth));
      const reach = Math.max(radius[slot], 0.006 * depth);
      if (depth > 0 && miss <= reach && depth < bestDepth) [best, bestDepth] = [slot, depth];
    }
    return best;
  }

  draw(t, rate) {
    if (!this.renderer) return;
    const box = this.host.getBoundingClientRect();
    this.renderer.setSize(box.width, box.height, false);
    this.camera.aspect = box.width / Math.max(1, box.height);
    this.camera.updateProjectionMatrix();
    this.follow();
    const distance = this.camera.position.distanceTo(this.controls.target);
    Object.assign(this.scene.fog, {near: distance + this.size, far: distance + 5 * this.size});
    for (const {grid, normal, offset} of this.planes) grid.visible = normal.dot(this.camera.position) > offset;
    this.placeBalls();
    this.placeObstacles(t);
    this.drawTrails(t);
    this.drawArrows();
    this.drawOverlays(t, rate);
    this.renderer.render(this.scene, this.camera);
  }

  follow() {
    const {selected, follow} = this.choices;
    if (!follow || selected < 0 || !this.motion.here[selected]) return;
    const place = new THREE.Vector3().fromArray(this.motion.position, 3 * selected);
    this.camera.position.add(place).sub(this.controls.target);
    this.controls.target.copy(place);
    this.camera.lookAt(place);
  }

  placeBalls() {
    const {motion, choices, palette} = this;
    const matrices = this.balls.instanceMatrix.array;
    matrices.fill(0);
    for (let slot = 0; slot < motion.count; ++slot) {
      const at = 16 * slot;
      const r = motion.here[slot] ? motion.radius[slot] : 0;
      matrices[at] = matrices[at + 5] = matrices[at + 10] = r;
      for (let k = 0; k < 3; ++k) matrices[at + 12 + k] = motion.position[3 * slot + k];
      matrices[at + 15] = 1;
      this.colors.array.set(unitColor(palette.color(slot, choices.colorBySpeed)), 3 * slot);
    }
    this.balls.instanceMatrix.needsUpdate = this.colors.needsUpdate = true;
  }

  setLine(lines, i, point, color) {
    lines.geometry.attributes.position.array.set(point, 3 * i);
    lines.geometry.attributes.color.array.set(color, 3 * i);
  }

  finishLines(lines, count) {
    lines.geometry.setDrawRange(0, count);
    lines.geometry.attributes.position.needsUpdate = lines.geometry.attributes.color.needsUpdate = true;
  }

  drawTrails(t) {
    const {run, motion, choices} = this;
    const span = trailSpan(run, motion);
    const from = Math.max(run.from, t - span);
    const slots = choices.trails ? trailBalls(run, choices) : [];
    const share = Math.floor(kMostTrailPoints / 2 / Math.max(1, slots.length)) - 2;
    let count = 0;
    for (const slot of slots) {
      const own = unitColor(this.palette.own(slot));
      for (const piece of motion.path(slot, from, t, Math.min(600, share))) {
        for (let i = 1; i < piece.length && count + 2 <= kMostTrailPoints; ++i) {
          const age = 0.15 + 0.7 * (i / piece.length);
          const color = own.map((c, k) => this.background[k] + (c - this.background[k]) * age);
          this.setLine(this.trails, count++, piece[i - 1], color);
          this.setLine(this.trails, count++, piece[i], color);
        }
      }
    }
    this.finishLines(this.trails, count);
  }

  drawArrows() {
    const {motion, choices} = this;
    const unit = (0.1 * this.size) / motion.topSpeed;
    const color = this.isDark ? [1, 1, 1] : [0.02, 0.03, 0.05];
    let count = 0;
    for (let slot = 0; choices.velocities && slot < Math.min(motion.count, 3000); ++slot) {
      if (!motion.here[slot]) continue;
      const place = motion.position.subarray(3 * slot, 3 * slot + 3);
      this.setLine(this.arrows, count++, place, color);
      this.setLine(this.arrows, count++, Array.from(place, (x, k) => x + unit * motion.velocity[3 * slot + k]), color);
    }
    this.finishLines(this.arrows, count);
  }

  drawOverlays(t, rate) {
    const {run, motion, choices} = this;
    const recent = choices.contacts ? recentContacts(run, t, rate) : [];
    const radius = Math.max(0.012 * this.size, 1.1 * Math.min(0.05 * this.size, Math.max(...run.balls.radius.subarray(0, 100), 0)));
    this.flashes.forEach((flash, k) => {
      flash.visible = k < recent.length;
      if (!flash.visible) return;
      const [i, age] = recent[k];
      flash.position.fromArray(run.events.point, 3 * i);
      flash.scale.setScalar(radius * (0.5 + 1.6 * Math.sqrt(age)));
      flash.material.opacity = (1 - age) ** 1.5;
    });
    const toEye = new THREE.Vector3();
    for (const {slot, sprite} of this.marks) {
      sprite.visible = Boolean(motion.here[slot]);
      sprite.position.fromArray(motion.position, 3 * slot);
      toEye.copy(this.camera.position).sub(sprite.position).normalize();
      sprite.position.addScaledVector(toEye, 1.02 * motion.radius[slot]);
      sprite.scale.setScalar(motion.radius[slot]);
    }
    const slot = choices.selected;
    this.halo.visible = slot >= 0 && Boolean(motion.here[slot]);
    if (this.halo.visible) {
      this.halo.position.fromArray(motion.position, 3 * slot);
      this.halo.scale.setScalar(2.7 * motion.radius[slot] + 0.012 * this.size);
    }
  }
}
