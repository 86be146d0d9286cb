import type { BerReader } from 'ldapts';
import { canonicalizeDn } from '../../src/config/distinguished-name.js';
import type { LdapEntry } from './ldap-server.js';

type Matches = (entry: LdapEntry) => boolean;

const AND = 0xa0;
const OR = 0xa1;
const NOT = 0xa2;
const EQUALITY = 0xa3;
const SUBSTRINGS = 0xa4;
const PRESENT = 0x87;

/** Attributes whose values are distinguished names. */
const NAMES = new Set(['member', 'uniquemember', 'memberof', 'distinguishedname']);

/** Parses the kinds of search filter (RFC 4511, 4.5.1) that this server supports. */
export function readFilter(reader: BerReader): Matches {
  const tag = reader.peek();
  switch (tag) {
    case AND:
    case OR: {
      const parts = readSet(reader);
      return (entry) =>
        tag === AND ? parts.every((fits) => fits(entry)) : parts.some((fits) => fits(entry));
    }
    case NOT: {
      reader.readSequence();
      const fits = readFilter(reader);
      return (entry) => !fits(entry);
    }
    case EQUALITY: {
      reader.readSequence();
      const name = reader.readString() ?? '';
      const value = reader.readString(4, true) ?? Buffer.alloc(0);
      return (entry) => valuesOf(entry, name).some((held) => isSame(name, held, value));
    }
    case SUBSTRINGS:
      return readSubstrings(reader);
    case PRESENT: {
      const name = reader.readString(PRESENT) ?? '';
      return (entry) => valuesOf(entry, name).length > 0;
    }
    default:
      throw new Error(`unknown filter ${tag}`);
  }
}

/** Returns the values of an attribute, ignoring the case of its name. */
export function valuesOf(entry: LdapEntry, name: string): Buffer[] {
  if (name.toLowerCase() === 'objectclass' && !entry.attributes['objectClass']) {
    return [Buffer.from('top')];
  }
  return Object.entries(entry.attributes)
    .filter(([attribute]) => attribute.toLowerCase() === name.toLowerCase())
    .flatMap(([, values]) => values.map((value) => Buffer.from(value as string)));
}

function readSet(reader: BerReader): Matches[] {
  reader.readSequence();
  const end = reader.offset + reader.length;
  const parts: Matches[] = [];
  while (reader.offset < end) parts.push(readFilter(reader));
  return parts;
}

function readSubstrings(reader: BerReader): Matches {
  reader.readSequence();
  const name = reader.readString() ?? '';
  reader.readSequence();
  const end = reader.offset + reader.length;
  let pattern = '';
  while (reader.offset < end) {
    const tag = reader.peek() ?? 0;
    const text = (reader.readString(tag) ?? '').replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');
    pattern += { 0x80: `^${text}`, 0x81: `.*${text}`, 0x82: `.*${text}$` }[tag] ?? '';
  }
  const fits = new RegExp(pattern, 'is');
  return (entry) => valuesOf(entry, name).some((value) => fits.test(value.toString()));
}

function isSame(name: string, held: Buffer, asked: Buffer): boolean {
  if (held.equals(asked)) return true;
  if (NAMES.has(name.toLowerCase())) {
    const dn = canonicalizeDn(held.toString());
    return dn !== null && dn === canonicalizeDn(asked.toString());
  }
  return held.toString().trim().toLowerCase() === asked.toString().trim().toLowerCase();
}
