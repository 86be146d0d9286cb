/** A data frame, read as the published Python client reads it. */
export interface DataFrame {
  /** Names of the index levels. */
  index: string[];
  /** Names of the columns without their numbers, in order. */
  columns: string[];
  /** Types of the columns. */
  types: Record<string, string>;
  /** Values of the columns by name. */
  rows: Record<string, unknown>[];
  /** Values of the index of each row. */
  keys: unknown[][];
}

interface TableSchema {
  schema: { fields: { name: string; type: string; tz?: string }[]; primaryKey: string[] };
  data: Record<string, unknown>[];
}

const PART_HEAD = '\r\nContent-Type: application/json\r\n\r\n';

/**
 * Sends queries with the headers of the published Python client.
 * @throws for any response but a complete multipart one.
 */
export async function queryFrames(
  url: string,
  body: object,
  search: Record<string, string> = {},
): Promise<DataFrame[]> {
  const response = await fetch(`${url}/v1/spans?${new URLSearchParams(search).toString()}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status} ${text.slice(0, 500)}`);
  return readFrames(response.headers.get('content-type') ?? '', text);
}

export function readFrames(contentType: string, text: string): DataFrame[] {
  const boundary = /^multipart\/mixed; boundary=([^;"]+)$/.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error(`Not multipart: ${contentType}`);
  const [before, ...parts] = text.split(`--${boundary}`);
  if (before !== '' || parts.pop() !== '--\r\n') throw new Error('The response is incomplete.');
  return parts.map((part) => {
    if (!part.startsWith(PART_HEAD))
      throw new Error(`Not the head of a part: ${part.slice(0, 99)}`);
    return toFrame(JSON.parse(part.slice(PART_HEAD.length)) as TableSchema);
  });
}

function toFrame({ schema, data }: TableSchema): DataFrame {
  const names = schema.fields.map(({ name }) => name);
  const keys = new Set(schema.primaryKey);
  const columns = names.filter((name) => !keys.has(name));
  return {
    index: schema.primaryKey.map(withoutNumber),
    columns: columns.map(withoutNumber),
    types: Object.fromEntries(
      schema.fields
        .filter(({ name }) => !keys.has(name))
        .map(({ name, type, tz }) => [withoutNumber(name), tz ? `${type} ${tz}` : type]),
    ),
    rows: data.map((row) =>
      Object.fromEntries(columns.map((name) => [withoutNumber(name), row[name] ?? null])),
    ),
    keys: data.map((row) => schema.primaryKey.map((name) => row[name])),
  };
}

/** Columns begin with their number: `3_name`. */
function withoutNumber(name: string): string {
  return name.slice(name.indexOf('_') + 1);
}
