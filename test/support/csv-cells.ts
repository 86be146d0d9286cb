/** Splits a line of CSV into unquoted cells. */
export function cells(line: string): string[] {
  const found = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...found].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

/** Returns the cells of one CSV column. No cell may contain a line break. */
export function column(text: string, name: string): (string | undefined)[] {
  const [head, ...lines] = text.trimEnd().split('\n').map(cells);
  return lines.map((line) => line[head!.indexOf(name)]);
}
