import type {ShotEvent} from "carom-wasm";

/** Impacts as sounds: louder and brighter with the impulse, each kind with its own colour. */
export class Sound {
  muted: boolean;
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;

  constructor(muted: boolean) {
    this.muted = muted;
  }

  /** Browsers let sound begin only when somebody did something. */
  wake(): void {
    if (this.muted || typeof AudioContext === "undefined") return;
    this.context ??= new AudioContext();
    void this.context.resume();
    if (this.noise) return;
    this.noise = this.context.createBuffer(1, this.context.sampleRate * 0.2, this.context.sampleRate);
    const samples = this.noise.getChannelData(0);
    for (let k = 0; k < samples.length; ++k) samples[k] = Math.random() * 2 - 1;
  }

  play(event: ShotEvent, half: number): void {
    if (this.muted || !this.context || !this.noise) return;
    const strength = Math.min(1, event.impulse / 0.6);
    const brightness = Math.max(0.02, strength) ** 0.2;  // a contact of spheres lasts as v^(−1/5) (Hertz): the shorter, the higher it sounds
    const pan = Math.max(-0.8, Math.min(0.8, event.at[0] / half));
    if (event.kind === "ball_ball") this.click(2600 * brightness, 0.05, 0.9 * strength ** 0.7, pan);
    if (event.kind === "cue_strike") this.click(900 * brightness, 0.07, 0.5 * strength ** 0.5 + 0.1, pan);
    if (event.kind === "cushion") this.click(220 * brightness, 0.14, 0.6 * strength ** 0.8, pan);
    if (event.kind === "cloth_bounce") this.click(150, 0.1, 0.4, pan);
    if (event.kind === "pocket") for (let k = 0; k < 3; ++k) this.click(420 - 90 * k, 0.12, 0.35 / (k + 1), pan, 0.09 * k);
  }

  private click(frequency: number, seconds: number, gain: number, pan: number, delay = 0): void {
    const context = this.context!;
    const at = context.currentTime + delay;
    const source = new AudioBufferSourceNode(context, {buffer: this.noise});
    const band = new BiquadFilterNode(context, {type: "bandpass", frequency, Q: 3});
    const envelope = new GainNode(context, {gain: 0});
    envelope.gain.setValueAtTime(Math.max(gain, 1e-4) * 2.5, at);
    envelope.gain.exponentialRampToValueAtTime(1e-4, at + seconds);
    source.connect(band).connect(envelope).connect(new StereoPannerNode(context, {pan})).connect(context.destination);
    source.start(at);
    source.stop(at + seconds);
  }
}
