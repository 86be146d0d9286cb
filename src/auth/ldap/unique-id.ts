/** The attribute of Active Directory, which is 16 bytes whatever they look like. */
const GUID_ATTRIBUTE = 'objectguid';

/**
 * The permanent id of an entry as it is kept. 16 raw bytes are a GUID, whose first three fields
 * Active Directory stores with the low byte first; other values are text without regard to case, or
 * hexadecimal when they are no text. Null when there is nothing to know a person by.
 */
export function normalizedUniqueId(attribute: string, value: Buffer): string | null {
  const text = asText(value);
  const isReadable = text !== null && !/\p{Cc}/u.test(text);
  if (value.length === 16 && (attribute.toLowerCase() === GUID_ATTRIBUTE || !isReadable)) {
    return guid(value);
  }
  if (text === null || text.includes('\0')) return value.toString('hex');
  return text.trim().toLowerCase() || null;
}

function guid(bytes: Buffer): string {
  const hex = (start: number, end: number) => bytes.subarray(start, end).toString('hex');
  const reversed = (start: number, end: number) =>
    Buffer.from(bytes.subarray(start, end).toReversed()).toString('hex');
  return [reversed(0, 4), reversed(4, 6), reversed(6, 8), hex(8, 10), hex(10, 16)].join('-');
}

function asText(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : null;
}
