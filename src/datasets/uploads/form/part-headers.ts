/** Headers of one part of a form, names in lower case, values as they were sent. */
export type PartHeaders = Record<string, string[] | undefined>;

/** What `Content-Disposition: form-data; name="file"; filename="rows.csv"` says. */
export interface Disposition {
  name: string;
  /** Absent: the part is a text field. */
  fileName: string | undefined;
}

const PARAMETER =
  /\s*;\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\["\\]|\\(?!["\\]))*)"|([^;\s]*))/gy;
const EXTENDED = /^(utf-8|iso-8859-1)'[^']*'(.*)$/i;

/** Null when it is no part of a form, or has no name. */
export function readDisposition(headers: PartHeaders): Disposition | null {
  const header = headerText(headers, 'content-disposition') ?? '';
  const type = /^\s*form-data\s*(?=;|$)/i.exec(header);
  if (!type) return null;
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = type[0].length;
  for (let found = PARAMETER.exec(header); found; found = PARAMETER.exec(header)) {
    parameters.set(found[1]!.toLowerCase(), unescaped(found[2]) ?? found[3] ?? '');
  }
  const name = parameters.get('name');
  if (name === undefined) return null;
  const fileName = extended(parameters.get('filename*')) ?? parameters.get('filename');
  return { name, fileName: fileName && lastOfPath(fileName) };
}

/** The only, or the first, value of a header; UTF-8, as browsers send names of files. */
export function headerText(headers: PartHeaders, name: string): string | undefined {
  const value = headers[name]?.[0];
  return value === undefined ? undefined : Buffer.from(value, 'latin1').toString('utf8').trim();
}

/** Browsers write `%22` for quotes and breaks; others put a backslash before them. */
function unescaped(quoted: string | undefined): string | undefined {
  return quoted
    ?.replace(/\\(["\\])/g, '$1')
    .replace(/%(22|0[AD])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** `filename*=utf-8''na%C3%AFve.csv`; what cannot be read is as good as not there. */
function extended(value: string | undefined): string | undefined {
  const [, charset, text] = EXTENDED.exec(value ?? '') ?? [];
  if (charset === undefined || text === undefined) return undefined;
  try {
    return charset.toLowerCase() === 'utf-8' ? decodeURIComponent(text) : unescape(text);
  } catch {
    return undefined;
  }
}

function lastOfPath(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
