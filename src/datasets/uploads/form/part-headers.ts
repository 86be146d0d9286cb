/** Headers of one part of a form, with names in lower case and values as sent. */
export type PartHeaders = Record<string, string[] | undefined>;

/** The values in `Content-Disposition: form-data; name="file"; filename="rows.csv"`. */
export interface Disposition {
  name: string;
  /** Absent: the part is a text field. */
  fileName: string | undefined;
}

const PARAMETER =
  /\s*;\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"|([^;\s]*))/gy;
const EXTENDED = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i;

/** Returns null if the part does not belong to a form or has no name. */
export function readDisposition(headers: PartHeaders): Disposition | null {
  const header = readHeader(headers, 'content-disposition') ?? '';
  const type = /^\s*form-data\s*(?=;|$)/i.exec(header);
  if (!type) return null;
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = type[0].length;
  for (let found = PARAMETER.exec(header); found; found = PARAMETER.exec(header)) {
    parameters.set(found[1]!.toLowerCase(), unescapeQuoted(found[2]) ?? found[3] ?? '');
  }
  const name = parameters.get('name');
  if (name === undefined) return null;
  const fileName = decodeExtended(parameters.get('filename*')) ?? parameters.get('filename');
  return { name, fileName: fileName && removeDirectories(fileName) };
}

/** Returns the first value of a header, decoded as UTF-8, in which browsers send file names. */
export function readHeader(headers: PartHeaders, name: string): string | undefined {
  const value = headers[name]?.[0];
  return value === undefined ? undefined : Buffer.from(value, 'latin1').toString('utf8').trim();
}

/**
 * Browsers encode quotes and line breaks as `%22` and so on; other clients escape them with a
 * backslash.
 */
function unescapeQuoted(quoted: string | undefined): string | undefined {
  return quoted
    ?.replace(/\\(["\\])/g, '$1')
    .replace(/%(22|0[AD])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** Decodes `filename*=utf-8''na%C3%AFve.csv`. Returns undefined for text that cannot be decoded. */
function decodeExtended(value: string | undefined): string | undefined {
  const [, charset, text] = EXTENDED.exec(value ?? '') ?? [];
  if (charset === undefined || text === undefined) return undefined;
  try {
    return charset.toLowerCase() === 'utf-8' ? decodeURIComponent(text) : unescape(text);
  } catch {
    return undefined;
  }
}

function removeDirectories(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
