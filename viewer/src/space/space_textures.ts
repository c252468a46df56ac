/** Small pictures that always face the eye. */
import {cssColor} from "../page.js";
import * as THREE from "./three.js";

const kSize = 128;

function painted(paint: (context: CanvasRenderingContext2D) => void): THREE.CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = kSize;
  paint(canvas.getContext("2d")!);
  return new THREE.CanvasTexture(canvas);
}

function circle(context: CanvasRenderingContext2D, inset: number): void {
  context.beginPath();
  context.arc(kSize / 2, kSize / 2, kSize / 2 - inset, 0, 2 * Math.PI);
}

/** How opaque each place is: an alpha map has no dark fringe. */
export function ringTexture(): THREE.CanvasTexture {
  return painted((context) => {
    context.fillRect(0, 0, kSize, kSize);
    context.strokeStyle = "#fff";
    context.lineWidth = kSize / 16;
    circle(context, context.lineWidth);
    context.stroke();
  });
}

export function markTexture(mark: string): THREE.CanvasTexture {
  const texture = painted((context) => {
    circle(context, 2);
    context.fillStyle = "rgba(253,252,248,.94)";
    context.fill();
    context.fillStyle = "#15171b";
    context.font = `650 ${kSize * (mark.length > 1 ? 0.5 : 0.62)}px ${cssColor("--sans")}`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(mark, kSize / 2, kSize * 0.53);
  });
  texture.colorSpace = THREE.SRGBColorSpace;
  return texture;
}
