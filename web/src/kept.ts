/** Texts that are kept between visits, or, "here", in this window alone and as long as it is open. A browser that keeps nothing is no reason to fail. */
const read = (store: () => Storage, key: string): string | null => {
  try {
    return store().getItem(key);
  } catch {
    return null;
  }
};

/** Whether there was room: a visit goes on without. */
const write = (store: () => Storage, key: string, text: string): boolean => {
  try {
    store().setItem(key, text);
    return true;
  } catch {
    return false;
  }
};

// A forbidden store throws already when it is looked for.
const visits = () => localStorage;
const here = () => sessionStorage;

export const kept = (key: string): string | null => read(visits, key);
export const keep = (key: string, text: string): boolean => write(visits, key, text);
export const keptHere = (key: string): string | null => read(here, key);
export const keepHere = (key: string, text: string): boolean => write(here, key, text);

/** What is kept there and cannot be read goes under another key, which is the answer: its owner may yet make something of it. */
export function putAside(key: string): string {
  const text = kept(key) ?? "";
  let aside = `${key}.damaged`;
  for (let k = 2; kept(aside) !== null && kept(aside) !== text; ++k) aside = `${key}.damaged-${k}`;
  drop(key);  // first: a store may hold it once and not twice
  keep(aside, text);
  if (kept(aside) === null) keep(key, text);
  return aside;
}

export function drop(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // as above
  }
}
