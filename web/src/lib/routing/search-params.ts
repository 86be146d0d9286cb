/** The query parameters from the router: every value is still text. */
export type RawSearch = Record<string, unknown>;

/** Lists with one parameter per value, as in the links that published clients print. */
const REPEATED = ['experimentId'];

/** Reads a query string without guessing types, so an ID made of digits stays text. */
export function parseSearch(query: string): RawSearch {
  const params = new URLSearchParams(query);
  const search: RawSearch = Object.fromEntries(params);
  for (const key of REPEATED) if (params.has(key)) search[key] = params.getAll(key);
  return search;
}

/** Writes search values: most lists with commas; leaves out `undefined` and `false`. */
export function stringifySearch(search: RawSearch): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (REPEATED.includes(key) && Array.isArray(value)) {
      for (const item of value) params.append(key, String(item));
      continue;
    }
    const text = toText(value);
    if (text !== undefined) params.set(key, text);
  }
  // Commas and colons are allowed in a query. Escaping them makes a link hard to read.
  const query = params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return query === '' ? '' : `?${query}`;
}

/** Reads a text parameter; undefined if it is empty. */
export function readText(search: RawSearch, key: string): string | undefined {
  return toText(search[key]);
}

/** Reads a parameter that must be one of the known values. */
export function readOneOf<T extends string>(
  search: RawSearch,
  key: string,
  known: readonly T[],
): T | undefined {
  return known.find((value) => value === search[key]);
}

/** Reads a comma-separated parameter and drops unknown values. */
export function readList<T extends string>(
  search: RawSearch,
  key: string,
  known: readonly T[],
): T[] | undefined {
  const names = new Set(readTexts(search, key));
  const list = known.filter((value) => names.has(value));
  return list.length > 0 ? list : undefined;
}

/** Reads a comma-separated parameter of any values, in order. */
export function readTexts(search: RawSearch, key: string): string[] | undefined {
  const list = toText(search[key])
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return list && list.length > 0 ? list : undefined;
}

/** Reads a switch: `true` if set, undefined otherwise. */
export function readFlag(search: RawSearch, key: string): true | undefined {
  return search[key] === true || search[key] === 'true' ? true : undefined;
}

function toText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length > 0 ? value.join(',') : undefined;
  if (value === true) return 'true';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
