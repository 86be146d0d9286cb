/** The query of an address as the router hands it over: every value is still text. */
export type RawSearch = Record<string, unknown>;

/** Lists with one parameter for each value, as published clients write them into the links they print. */
const REPEATED = ['experimentId'];

/** Reads a query string without guessing types, so that an id of digits stays an id. */
export function parseSearch(query: string): RawSearch {
  const params = new URLSearchParams(query);
  const search: RawSearch = Object.fromEntries(params);
  for (const key of REPEATED) if (params.has(key)) search[key] = params.getAll(key);
  return search;
}

/** Writes typed search values back: most lists with commas, `undefined` and `false` not at all. */
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
  // Commas and colons are allowed in a query; escaped they only make a link hard to read.
  const query = params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return query === '' ? '' : `?${query}`;
}

/** The value of a text parameter; absent when empty. */
export function readText(search: RawSearch, key: string): string | undefined {
  return toText(search[key]);
}

/** A parameter that must be one of the values known. */
export function readOneOf<T extends string>(
  search: RawSearch,
  key: string,
  known: readonly T[],
): T | undefined {
  return known.find((value) => value === search[key]);
}

/** A comma-separated parameter; what is not among the values known is dropped. */
export function readList<T extends string>(
  search: RawSearch,
  key: string,
  known: readonly T[],
): T[] | undefined {
  const names = new Set(readTexts(search, key));
  const list = known.filter((value) => names.has(value));
  return list.length > 0 ? list : undefined;
}

/** A comma-separated parameter of free values, in the order given. */
export function readTexts(search: RawSearch, key: string): string[] | undefined {
  const list = toText(search[key])
    ?.split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  return list && list.length > 0 ? list : undefined;
}

/** A switch: `true` when set, absent otherwise. */
export function readFlag(search: RawSearch, key: string): true | undefined {
  return search[key] === true || search[key] === 'true' ? true : undefined;
}

function toText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length > 0 ? value.join(',') : undefined;
  if (value === true) return 'true';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}
