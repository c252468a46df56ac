/** Texts that are kept between visits. A browser that keeps nothing is no reason to fail. */
export function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // A full or forbidden store: the visit goes on without.
  }
}

/** What is kept there and cannot be read goes under another key, which is the answer: its owner may yet make something of it. */
export function putAside(key: string): string {
  const text = kept(key) ?? "";
  let aside = `${key}.damaged`;
  for (let k = 2; kept(aside) !== null && kept(aside) !== text; ++k) aside = `${key}.damaged-${k}`;
  forget(key);  // first: a store may hold it once and not twice
  keep(aside, text);
  if (kept(aside) === null) keep(key, text);
  return aside;
}

function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // as above
  }
}
