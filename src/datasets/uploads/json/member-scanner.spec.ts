import * as fc from 'fast-check';
import { MAX_ROW_BYTES } from '../contents/limits.js';
import { MemberScanner } from './member-scanner.js';

/**
 * Scans an object and reassembles it. Receives the items of keys that start with `list` one by one.
 */
function scan(json: string | Buffer, ends: number[] = []): Record<string, unknown> {
  const found = new Map<string, unknown>();
  const scanner = new MemberScanner({
    beginList: (key) => {
      if (key.startsWith('list')) found.set(key, []);
      return key.startsWith('list');
    },
    item: (key, text) => (found.get(key) as unknown[]).push(JSON.parse(text.toString())),
    value: (key, text) => found.set(key, JSON.parse(text.toString())),
  });
  const bytes = Buffer.from(json as string);
  let from = 0;
  for (const to of [...ends.filter((end) => end < bytes.length), bytes.length]) {
    scanner.push(bytes.subarray(from, to));
    from = to;
  }
  scanner.end();
  return Object.fromEntries(found);
}

const ends = fc
  .array(fc.nat(200), { maxLength: 20 })
  .map((places) => places.toSorted((a, b) => a - b));
const spaced = fc.constantFrom(undefined, 1, '\t', '\r\n ');

describe('MemberScanner', () => {
  it('finds the members of any object, wherever chunks end', () => {
    const key = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('list', 'list 2', '{', '"'),
    );
    const object = fc.dictionary(
      key,
      fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue(), { maxLength: 5 })),
      { maxKeys: 6 },
    );
    fc.assert(
      fc.property(object, ends, spaced, (value, places, space) => {
        const json = JSON.stringify(value, null, space);
        expect(JSON.stringify(scan(json, places))).toBe(JSON.stringify(JSON.parse(json)));
      }),
    );
  });

  it('accepts exactly the objects that JSON.parse accepts', () => {
    const soup = fc
      .array(
        fc.constantFrom('{', '}', '[', ']', ',', ':', '"list"', '"a"', '1', 'null', '"\\"', ' '),
        { maxLength: 12 },
      )
      .map((tokens) => tokens.join(''));
    /** Returns the object that `read` returns, as JSON; null if it returns none or throws. */
    const objectOf = (read: () => unknown): string | null => {
      try {
        const value = read();
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        return isObject ? JSON.stringify(value) : null;
      } catch {
        return null;
      }
    };
    fc.assert(
      fc.property(
        fc.oneof(
          soup,
          soup.map((text) => `{${text}}`),
        ),
        ends,
        (json, places) => {
          expect(objectOf(() => scan(json, places))).toBe(objectOf(() => JSON.parse(json)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('uses the last of repeated keys', () => {
    expect(scan('{"list":[1,2],"a":1,"list":[3],"a":2}')).toEqual({ list: [3], a: 2 });
  });

  it('skips a byte order mark', () => {
    expect(
      scan(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('{"a":1}')]), [1]),
    ).toEqual({ a: 1 });
  });

  it.each([
    ['', 'empty'],
    ['{', 'is truncated'],
    ['{"a"', 'is truncated'],
    ['{"a":"', 'is truncated'],
    ['{"list":[1', 'is truncated'],
    ['[]', 'should be a JSON object'],
    ['null', 'should be a JSON object'],
    ['{"list":[1,]}', 'unexpected character at byte 11'],
    ['{"list":[,1]}', 'unexpected character at byte 9'],
    ['{"a":1}}', 'unexpected character at byte 7'],
    ['{"a":1,}', 'unexpected character at byte 7'],
    ['{a:1}', 'unexpected character at byte 1'],
    ['{"\u0001":1}', 'a key of the request body cannot be read'],
  ])('refuses %j', (json, reason) => {
    expect(() => scan(json)).toThrow(reason);
  });

  it('refuses a value that is too large before it is complete', () => {
    const scanner = new MemberScanner({
      beginList: () => true,
      item: () => undefined,
      value: () => undefined,
    });
    scanner.push(Buffer.from('{"list":["'));
    const chunk = Buffer.alloc(1024 * 1024, 'a');
    const pushAll = (): void => {
      for (let bytes = 0; bytes <= MAX_ROW_BYTES; bytes += chunk.length) scanner.push(chunk);
    };
    expect(pushAll).toThrow(`A value of "list" is larger than ${MAX_ROW_BYTES} bytes`);
  });
});
