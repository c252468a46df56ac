/** Numbers in columns. */
export interface Table {
  columns: Record<string, Float64Array>;
}

/** The columns of numbers of a CSV text as Carom writes it: names first; what is no number is NaN, but not in those that are expected. */
export function readTable(text: string, name: string, expected: string[]): Table {
  const lines = text.trimEnd().split("\n");
  const names = fieldsOf(lines[0] ?? "");
  for (const one of expected) if (!names.includes(one)) throw new Error(`${name}: expected a column ${one} in its first line`);
  const columns = names.map(() => new Float64Array(lines.length - 1));
  for (let row = 1; row < lines.length; ++row) {
    const fields = lines[row].includes('"') ? fieldsOf(lines[row]) : lines[row].split(",");
    columns.forEach((column, k) => (column[row - 1] = fields[k] ? Number(fields[k]) : NaN));
    for (const one of expected) if (!Number.isFinite(columns[names.indexOf(one)][row - 1])) throw new Error(`${name}: line ${row + 1}: ${one}: got "${fields[names.indexOf(one)] ?? ""}", expected a number`);
  }
  return {columns: Object.fromEntries(names.map((one, k) => [one, columns[k]]))};
}

/** RFC 4180: a field in quotes may hold commas, and quotes twice. */
function fieldsOf(line: string): string[] {
  return Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain.trim());
}
