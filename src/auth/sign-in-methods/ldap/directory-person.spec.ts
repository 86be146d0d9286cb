import { normalizeUniqueId } from './directory-person.js';

const of = (value: string | Buffer, attribute = 'entryUUID') =>
  normalizeUniqueId(attribute, Buffer.from(value as string));

describe('normalizeUniqueId', () => {
  it('reads the 16 bytes of Active Directory', () => {
    const bytes = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
    expect(of(bytes, 'objectGUID')).toBe('33221100-5544-7766-8899-aabbccddeeff');
    expect(of(bytes, 'myGuid')).toBe('33221100-5544-7766-8899-aabbccddeeff');
  });

  it('reads 16 characters of text as a GUID only in the GUID attribute', () => {
    expect(of('employee-0000042')).toBe('employee-0000042');
    expect(of('employee-0000042', 'objectGUID')).toBe('6c706d65-796f-6565-2d30-303030303432');
  });

  it.each([
    ['2C1A79A0-5CB2-103D-9B4A-3F4C9F5B0E11', '2c1a79a0-5cb2-103d-9b4a-3f4c9f5b0e11'],
    ['  42 ', '42'],
    ['Ümlaut', 'ümlaut'],
    ['', null],
    ['   ', null],
  ])('reads the text %j as %j', (value, id) => {
    expect(of(value)).toBe(id);
  });

  it('writes other bytes as hexadecimal', () => {
    expect(of(Buffer.from([0xff, 0xfe, 0x01]))).toBe('fffe01');
    expect(of(Buffer.from([0x61, 0x00]))).toBe('6100');
  });
});
