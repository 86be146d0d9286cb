/** The cells of a line, unquoted. */
export function cells(line: string): string[] {
  const found = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return [...found].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

/** The cells of one column of a table without line breaks in its cells. */
export function column(text: string, name: string): (string | undefined)[] {
  const [head, ...lines] = text.trimEnd().split('\n').map(cells);
  return lines.map((line) => line[head!.indexOf(name)]);
}
