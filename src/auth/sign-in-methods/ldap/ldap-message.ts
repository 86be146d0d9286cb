/**
 * The structure of the messages that a directory sends us (RFC 4511). The LDAP library must not see
 * malformed ones: its reader loops forever on a message that is shorter than its declared length,
 * and treats a missing result as success.
 */

const INTEGER = 0x02;
const OCTETS = 0x04;
const ENUMERATED = 0x0a;
const SEQUENCE = 0x30;
const SET = 0x31;
const BIND_RESULT = 0x61;
const SEARCH_ENTRY = 0x64;
const SEARCH_RESULT = 0x65;
const SEARCH_REFERENCE = 0x73;
const EXTENDED_RESULT = 0x78;
const CONTROLS = 0xa0;

/** The first byte of every message. */
export const MESSAGE = SEQUENCE;

interface Element {
  tag: number;
  content: Buffer;
}

/**
 * Returns the length of the first element including its header. Undefined if there are too few
 * bytes to tell; null if the form of the length is not supported.
 */
export function elementLength(bytes: Buffer): number | null | undefined {
  const first = bytes[1];
  if (first === undefined) return undefined;
  if (first < 0x80) return 2 + first;
  const size = first - 0x80;
  if (size < 1 || size > 4) return null;
  return bytes.length < 2 + size ? undefined : 2 + size + bytes.readUIntBE(2, size);
}

/** Checks that a message is well-formed for its kind, down to the last byte. */
export function isWellFormed(message: Buffer): boolean {
  const [whole, ...others] = parseElements(message);
  if (whole?.tag !== SEQUENCE || others.length > 0) return false;
  const [id, operation, controls, ...rest] = parseElements(whole.content);
  if (!id || !isNumber(id, INTEGER) || !operation || rest.length > 0) return false;
  return isWellFormedOperation(operation) && (!controls || areControls(controls));
}

function isWellFormedOperation({ tag, content }: Element): boolean {
  const parts = parseElements(content);
  switch (tag) {
    case BIND_RESULT:
    case SEARCH_RESULT:
    case EXTENDED_RESULT: {
      const [code, dn, text] = parts;
      return code !== undefined && isNumber(code, ENUMERATED) && isOctets(dn) && isOctets(text);
    }
    case SEARCH_ENTRY: {
      const [dn, attributes, ...rest] = parts;
      if (!isOctets(dn) || attributes?.tag !== SEQUENCE || rest.length > 0) return false;
      return areAll(attributes, isAttribute);
    }
    case SEARCH_REFERENCE:
      return parts.length > 0 && parts.every(isOctets);
    default:
      return false;
  }
}

function isAttribute({ tag, content }: Element): boolean {
  const [type, values, ...rest] = parseElements(content);
  return (
    tag === SEQUENCE &&
    isOctets(type) &&
    values?.tag === SET &&
    areAll(values, isOctets) &&
    rest.length === 0
  );
}

function areControls(controls: Element): boolean {
  return (
    controls.tag === CONTROLS &&
    areAll(controls, ({ tag, content }) => tag === SEQUENCE && isOctets(parseElements(content)[0]))
  );
}

/** Returns true for an empty element as well. */
function areAll(whole: Element, isValid: (element: Element) => boolean): boolean {
  const parts = parseElements(whole.content);
  return whole.content.length === 0 || (parts.length > 0 && parts.every(isValid));
}

function isNumber({ tag, content }: Element, expected: number): boolean {
  return tag === expected && content.length >= 1 && content.length <= 4;
}

function isOctets(element: Element | undefined): boolean {
  return element?.tag === OCTETS;
}

/** Returns the elements that fill the bytes exactly. Empty if bytes are left over or missing. */
function parseElements(bytes: Buffer): Element[] {
  const found: Element[] = [];
  for (let at = 0; at < bytes.length;) {
    const rest = bytes.subarray(at);
    const length = elementLength(rest);
    if (typeof length !== 'number' || length > rest.length) return [];
    const short = rest[1]!;
    const header = short < 0x80 ? 2 : 2 + short - 0x80;
    found.push({ tag: rest[0]!, content: rest.subarray(header, length) });
    at += length;
  }
  return found;
}
