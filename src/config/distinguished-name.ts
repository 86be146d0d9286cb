/**
 * Distinguished names as text (RFC 4514). They are compared in one canonical form, so that the
 * spelling of the directory and of the operator does not matter.
 */

const ATTRIBUTE_TYPE = /^(?:[a-z][a-z0-9-]*|\d+(?:\.\d+)*)$/i;
/** Characters that must be escaped to stand for themselves in a value. */
const SPECIAL = new Set([',', '+', '"', '\\', '<', '>', ';', '=']);
/** Characters that a value must not contain unescaped. An equals sign is harmless there. */
const NEVER_BARE = new Set(['"', '<', '>', ';', '\0']);
const HEX_PAIR = /^[0-9a-f]{2}/i;
const HEX_VALUE = /^(?:[0-9a-f]{2})+$/i;

/**
 * Returns the canonical form of a distinguished name: types and values in lower case, no blanks
 * around separators, the parts of a multi-valued RDN sorted, and all escapes written the same way.
 * Null if the text is not a distinguished name. The empty name is valid.
 */
export function canonicalizeDn(text: string): string | null {
  if (text.trim() === '') return '';
  const rdns = splitBare(text, ',').map(canonicalizeRdn);
  return rdns.includes(null) ? null : rdns.join(',');
}

/** Escapes a text for use as a value in a distinguished name, so that it never becomes syntax. */
export function escapeDnValue(value: string): string {
  let escaped = '';
  for (const character of value) {
    if (character === '\0') escaped += '\\00';
    else escaped += SPECIAL.has(character) ? `\\${character}` : character;
  }
  if (/^[ #]/.test(escaped)) escaped = `\\${escaped}`;
  // A blank that is the whole value is already escaped.
  return value.endsWith(' ') && value !== ' ' ? `${escaped.slice(0, -1)}\\ ` : escaped;
}

function canonicalizeRdn(rdn: string): string | null {
  const parts: string[] = [];
  for (const part of splitBare(rdn, '+')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, Math.max(0, equals)).trim();
    const type = name.replace(/^oid\./i, '').toLowerCase();
    const value = canonicalizeValue(part.slice(equals + 1));
    if (!ATTRIBUTE_TYPE.test(type) || value === null) return null;
    parts.push(`${type}=${value}`);
  }
  return parts.toSorted().join('+');
}

function canonicalizeValue(text: string): string | null {
  const value = trimBare(text);
  if (value.startsWith('#')) return HEX_VALUE.test(value.slice(1)) ? value.toLowerCase() : null;
  const quoted = /^"(.*)"$/s.exec(value)?.[1];
  const bytes = readValue(quoted ?? value, quoted !== undefined);
  return bytes === null ? null : writeValue(bytes);
}

/** Returns the bytes of a value. In quotes (RFC 2253), only quotes and backslashes are special. */
function readValue(text: string, quoted: boolean): Buffer | null {
  const bytes: Buffer[] = [];
  for (let at = 0; at < text.length;) {
    if (text[at] === '\\') {
      const pair = HEX_PAIR.exec(text.slice(at + 1))?.[0];
      const next = text[at + 1];
      if (pair) bytes.push(Buffer.from(pair, 'hex'));
      else if (next !== undefined && (SPECIAL.has(next) || next === ' ' || next === '#')) {
        bytes.push(Buffer.from(next));
      } else return null;
      at += pair ? 3 : 2;
    } else {
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      if (quoted ? character === '"' : NEVER_BARE.has(character)) return null;
      bytes.push(Buffer.from(character));
      at += character.length;
    }
  }
  return Buffer.concat(bytes);
}

/** Returns a value in canonical form. Bytes that are not text stay hexadecimal. */
function writeValue(bytes: Buffer): string {
  const text = bytes.toString('utf8');
  if (Buffer.from(text).equals(bytes)) return escapeDnValue(text.normalize('NFC').toLowerCase());
  return [...bytes].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Splits at a separator that is neither escaped nor quoted. */
function splitBare(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') quoted = !quoted;
    else if (text[at] === separator && !quoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/** Trims a value, but keeps an escaped trailing blank. */
function trimBare(text: string): string {
  const trimmed = text.trimStart();
  const end = trimmed.trimEnd();
  const backslashes = /\\*$/.exec(end)?.[0].length ?? 0;
  return backslashes % 2 === 1 && end.length < trimmed.length
    ? trimmed.slice(0, end.length + 1)
    : end;
}
