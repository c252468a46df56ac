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
