/** A part of the address as it was meant: an Error if it is no text with percent signs as they are escaped. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error(`the address is damaged: got "${part}", expected two digits after each %`);
  }
}

/** The address of a file below this page, from a path of names: it cannot lead elsewhere, whatever the names are. */
export function belowHere(path: string): string {
  const names = path.split("/").map(decoded);
  if (names.some((name) => name === "" || name === "." || name === ".." || /[/\\\0]/.test(name)))
    throw new Error(`${path}: expected the path of a file on this page's own server and below this page, as in data/run/trajectory.h5`);
  return `./${names.map(encodeURIComponent).join("/")}`;
}
