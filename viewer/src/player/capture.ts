/** Pictures (PNG) and films (WebM) of what is on the stage. */
import {cssColor, make} from "../page.js";

const kFilm = "video/webm";
const kFilmBits = 8e6;  // a second

function save(blob: Blob, name: string): void {
  const link = make("a", {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export class Capture {
  readonly buttons: HTMLElement[];
  /** What was drawn, on the ground that the page gives it. */
  private readonly copy = make("canvas");
  private readonly filmButton = make("button.pill", {type: "button", ariaPressed: "false", title: "Films what is seen until it is pressed again"}, "Film");
  private recorder: MediaRecorder | null = null;

  /** `draw` draws the stage anew. */
  constructor(private readonly host: HTMLElement, private readonly name: string, private readonly draw: () => void) {
    const picture = make("button.pill", {type: "button", title: "Saves what is seen as a PNG"}, "Picture");
    picture.onclick = () => this.savePicture();
    this.filmButton.onclick = () => (this.recorder ? this.recorder.stop() : this.film());
    const canFilm = typeof MediaRecorder !== "undefined" && MediaRecorder.isTypeSupported(kFilm);
    this.buttons = canFilm ? [picture, this.filmButton] : [picture];
  }

  /** To be told right after the stage was drawn: a picture of WebGL is gone after that. */
  drawn(): void {
    if (this.recorder) this.take();
  }

  private take(): void {
    const canvas = this.host.querySelector("canvas");
    if (!canvas) return;
    const {width, height} = canvas;
    if (this.copy.width !== width || this.copy.height !== height) Object.assign(this.copy, {width, height});
    const context = this.copy.getContext("2d")!;
    context.fillStyle = cssColor("--stage");
    context.fillRect(0, 0, width, height);
    context.drawImage(canvas, 0, 0);
  }

  private savePicture(): void {
    this.draw();
    this.take();
    this.copy.toBlob((blob) => blob && save(blob, `${this.name}.png`));
  }

  private film(): void {
    this.draw();
    this.take();
    const parts: Blob[] = [];
    const recorder = new MediaRecorder(this.copy.captureStream(), {mimeType: kFilm, videoBitsPerSecond: kFilmBits});
    recorder.ondataavailable = ({data}) => parts.push(data);
    recorder.onstop = () => {
      this.show(null);
      save(new Blob(parts, {type: kFilm}), `${this.name}.webm`);
    };
    recorder.start();
    this.show(recorder);
  }

  private show(recorder: MediaRecorder | null): void {
    this.recorder = recorder;
    this.filmButton.ariaPressed = String(recorder !== null);
  }

  dispose(): void {
    this.recorder?.stop();
  }
}
