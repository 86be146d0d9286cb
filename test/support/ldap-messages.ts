import { BerReader, BerWriter } from 'ldapts';
import { readFilter, valuesOf } from './ldap-filter.js';
import type { LdapEntry } from './ldap-server.js';

/** The messages of LDAP v3 (RFC 4511) that the test server understands. */

export const SUCCESS = 0;
export const START_TLS = '1.3.6.1.4.1.1466.20037';
const PAGED_RESULTS = '1.2.840.113556.1.4.319';

const BIND_REQUEST = 0x60;
const BIND_RESPONSE = 0x61;
const UNBIND_REQUEST = 0x42;
const SEARCH_REQUEST = 0x63;
const SEARCH_ENTRY = 0x64;
const SEARCH_DONE = 0x65;
const EXTENDED_REQUEST = 0x77;
const EXTENDED_RESPONSE = 0x78;
const SIMPLE_PASSWORD = 0x80;
const REQUEST_NAME = 0x80;
const CONTROLS = 0xa0;
const SEQUENCE = 0x30;
const SET = 0x31;

export type LdapMessage = { id: number } & (
  | { operation: 'bind'; version: number; dn: string; password: string }
  | { operation: 'unbind' }
  | { operation: 'extended'; oid: string }
  | SearchMessage
);

export interface SearchMessage {
  operation: 'search';
  id: number;
  dn: string;
  scope: number;
  sizeLimit: number;
  matches: (entry: LdapEntry) => boolean;
  attributes: string[];
  page: { size: number; cookie: string } | null;
}

/** Returns the length of the first message in the data; null if it is incomplete. */
export function messageLength(data: Buffer): number | null {
  const reader = new BerReader(data);
  if (reader.readSequence(SEQUENCE) === null || reader.remain < reader.length) return null;
  return reader.offset + reader.length;
}

/** @throws if this server does not support the message. */
export function readMessage(data: Buffer): LdapMessage {
  const reader = new BerReader(data);
  reader.readSequence(SEQUENCE);
  const id = reader.readInt() ?? 0;
  switch (reader.peek()) {
    case BIND_REQUEST: {
      reader.readSequence();
      const version = reader.readInt() ?? 0;
      const dn = reader.readString() ?? '';
      return {
        id,
        operation: 'bind',
        version,
        dn,
        password: reader.readString(SIMPLE_PASSWORD) ?? '',
      };
    }
    case UNBIND_REQUEST:
      return { id, operation: 'unbind' };
    case EXTENDED_REQUEST:
      reader.readSequence();
      return { id, operation: 'extended', oid: reader.readString(REQUEST_NAME) ?? '' };
    case SEARCH_REQUEST:
      return readSearch(id, reader);
    default:
      throw new Error(`unknown operation ${reader.peek()}`);
  }
}

function readSearch(id: number, reader: BerReader): SearchMessage {
  reader.readSequence();
  const dn = reader.readString() ?? '';
  const scope = reader.readEnumeration() ?? 0;
  if (reader.readEnumeration() !== 0) throw new Error('aliases are not followed here');
  const sizeLimit = reader.readInt() ?? 0;
  reader.readInt();
  reader.readBoolean();
  const matches = readFilter(reader);
  const attributes: string[] = [];
  reader.readSequence(SEQUENCE);
  const end = reader.offset + reader.length;
  while (reader.offset < end) attributes.push(reader.readString() ?? '');
  const page = readPage(reader);
  return { operation: 'search', id, dn, scope, sizeLimit, matches, attributes, page };
}

function readPage(reader: BerReader): SearchMessage['page'] {
  if (reader.peek() !== CONTROLS) return null;
  reader.readSequence();
  reader.readSequence();
  const oid = reader.readString();
  if (reader.peek() === 0x01) reader.readBoolean();
  if (oid !== PAGED_RESULTS) throw new Error(`unknown control ${oid}`);
  const value = new BerReader(reader.readString(4, true) ?? Buffer.alloc(0));
  value.readSequence();
  return { size: value.readInt() ?? 0, cookie: value.readString() ?? '' };
}

const RESPONSE_TO = { bind: BIND_RESPONSE, search: SEARCH_DONE, extended: EXTENDED_RESPONSE };

/** A response with only a result. `text` is the server's diagnostic message. */
export function result(
  message: { id: number; operation: keyof typeof RESPONSE_TO },
  code: number,
  text = '',
  cookie?: string,
): Buffer {
  return write(message.id, (writer) => {
    writer.startSequence(RESPONSE_TO[message.operation]);
    writer.writeEnumeration(code);
    writer.writeString('');
    writer.writeString(text);
    writer.endSequence();
    if (cookie !== undefined) writePage(writer, cookie);
  });
}

/** One entry with the requested attributes. */
export function searchEntry({ id, attributes }: SearchMessage, entry: LdapEntry): Buffer {
  return write(id, (writer) => {
    writer.startSequence(SEARCH_ENTRY);
    writer.writeString(entry.dn);
    writer.startSequence();
    for (const name of attributes) {
      const values = valuesOf(entry, name);
      if (values.length === 0) continue;
      writer.startSequence();
      writer.writeString(name);
      writer.startSequence(SET);
      for (const value of values) writer.writeBuffer(value, 4);
      writer.endSequence();
      writer.endSequence();
    }
    writer.endSequence();
    writer.endSequence();
  });
}

function writePage(writer: BerWriter, cookie: string): void {
  const value = new BerWriter();
  value.startSequence();
  value.writeInt(0);
  value.writeString(cookie);
  value.endSequence();
  writer.startSequence(CONTROLS);
  writer.startSequence();
  writer.writeString(PAGED_RESULTS);
  writer.writeBuffer(value.buffer, 4);
  writer.endSequence();
  writer.endSequence();
}

function write(id: number, content: (writer: BerWriter) => void): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  content(writer);
  writer.endSequence();
  return writer.buffer;
}
