import fc from 'fast-check';
import { MessageParser } from 'ldapts';
import { elementLength, isWellFormed } from './ldap-message.js';

const tlv = (tag: number, ...content: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part as string)));
  const length = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
};
const id = tlv(0x02, '\x07');
const octets = (text: string) => tlv(0x04, text);
const message = (...parts: Buffer[]) => tlv(0x30, id, ...parts);
const attribute = (name: string, ...values: string[]) =>
  tlv(0x30, octets(name), tlv(0x31, ...values.map(octets)));
const done = [tlv(0x0a, '\0'), octets(''), octets('')];

const ENTRY = message(
  tlv(
    0x64,
    octets('uid=jane,dc=example'),
    tlv(0x30, attribute('mail', 'a@x.org', 'x'.repeat(300)), attribute('memberOf')),
  ),
);
const WELL_FORMED = {
  'the result of a bind': message(tlv(0x61, ...done)),
  'the result of a search': message(tlv(0x65, ...done)),
  'a result with a referral': message(tlv(0x65, ...done, tlv(0xa3, octets('ldap://other')))),
  'a result with controls': message(
    tlv(0x65, ...done),
    tlv(0xa0, tlv(0x30, octets('1.2.840.113556.1.4.319'), tlv(0x01, '\0'), octets('x'))),
  ),
  'an entry': ENTRY,
  'an entry without attributes': message(tlv(0x64, octets(''), tlv(0x30))),
  'a reference': message(tlv(0x73, octets('ldap://other'))),
  'a notice of disconnection': message(tlv(0x78, ...done, tlv(0x8a, '1.3.6.1.4.1.1466.20036'))),
};

const lying = tlv(0x30, octets('mail'), tlv(0x31, Buffer.from('047f61', 'hex')));
const MALFORMED = {
  nothing: Buffer.alloc(0),
  'no message': octets('x'),
  'two messages': Buffer.concat([ENTRY, ENTRY]),
  'no operation': message(),
  'an unknown operation': message(tlv(0x79, octets(''))),
  'a request': message(tlv(0x60, octets(''))),
  'no result': message(tlv(0x61)),
  'an empty result': message(tlv(0x61, tlv(0x0a), octets(''), octets(''))),
  'a value that is longer than its set': message(tlv(0x64, octets(''), tlv(0x30, lying))),
  'attributes that are not a sequence': message(tlv(0x64, octets(''), octets('xx'))),
  'values that are not a set': message(
    tlv(0x64, octets(''), tlv(0x30, tlv(0x30, octets('mail'), octets('xx')))),
  ),
  'a number that is too long': tlv(0x30, tlv(0x02, '12345'), tlv(0x61, ...done)),
  'controls without content': message(tlv(0x61, ...done), tlv(0xa1)),
  'a control without a name': message(tlv(0x61, ...done), tlv(0xa0, tlv(0x30))),
  'an indefinite length': Buffer.from('3080020107610000', 'hex'),
};

describe('isWellFormed', () => {
  it.each(Object.entries(WELL_FORMED))('accepts %s', (_, bytes) => {
    expect(isWellFormed(bytes)).toBe(true);
  });

  it.each(Object.entries(MALFORMED))('refuses %s', (_, bytes) => {
    expect(isWellFormed(bytes)).toBe(false);
  });

  it('accepts nothing that the library cannot read completely', () => {
    const change = fc.record({
      original: fc.constantFrom(...Object.values(WELL_FORMED)),
      edits: fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(change, ({ original, edits }) => {
        const bytes = Buffer.from(original);
        for (const [at, value] of edits) bytes[at % bytes.length] = value;
        if (!isWellFormed(bytes)) return;
        const parser = new MessageParser();
        let outcomes = 0;
        parser.on('error', () => (outcomes += 1));
        parser.on('message', () => (outcomes += 1));
        parser.read(bytes, new Map());
        expect(outcomes).toBe(1);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('elementLength', () => {
  it.each([
    ['', undefined],
    ['30', undefined],
    ['3000', 2],
    ['307f', 129],
    ['3081', undefined],
    ['308180', 131],
    ['30820100', 260],
    ['308400000001', 7],
    ['3080', null],
    ['30850000000001', null],
    ['30ff', null],
  ])('measures %s as %s', (hex, length) => {
    expect(elementLength(Buffer.from(hex, 'hex'))).toBe(length);
  });
});
