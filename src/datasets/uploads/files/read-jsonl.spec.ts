import { isUtf8 } from 'node:buffer';
import * as fc from 'fast-check';
import { MAX_ROW_BYTES } from '../contents/limits.js';
import { collect, inPieces } from '../../../../test/support/uploaded-bytes.js';
import { readJsonl, readLines } from './read-jsonl.js';
import { requireUtf8 } from './require-utf8.js';

const ends = fc.array(fc.nat(60), { maxLength: 12 });
const letters = fc.string({
  unit: fc.constantFrom('a', 'ß', '\u20AC', '\u{1F600}', '\n', '\r\n', ' '),
  maxLength: 30,
});
const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

describe('readLines', () => {
  it('returns the lines of a text, wherever chunks end', async () => {
    await fc.assert(
      fc.asyncProperty(letters, ends, async (text, places) => {
        const expected = text.split('\n');
        if (expected.at(-1) === '') expected.pop();
        const lines = await collect(readLines(inPieces(text, places)));
        expect(lines.map((line) => line.text)).toEqual(expected);
        expect(lines.map((line) => line.number)).toEqual(expected.map((_, at) => at + 1));
      }),
    );
  });

  it('refuses a line that is too large without keeping it in memory', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      yield Buffer.from('short\n');
      for (;;) {
        sent += 1024 * 1024;
        yield Buffer.alloc(1024 * 1024, 'a');
      }
    }
    await expect(collect(readLines(endless()))).rejects.toThrow(
      `line 2: larger than ${MAX_ROW_BYTES} bytes`,
    );
    expect(sent).toBeLessThanOrEqual(MAX_ROW_BYTES + 1024 * 1024);
  });
});

describe('requireUtf8', () => {
  it('passes UTF-8 on without its byte order mark', async () => {
    await fc.assert(
      fc.asyncProperty(letters, ends, fc.boolean(), async (text, places, isMarked) => {
        const bytes = isMarked ? Buffer.concat([BYTE_ORDER_MARK, Buffer.from(text)]) : text;
        const passed = Buffer.concat(await collect(requireUtf8(inPieces(bytes, places))));
        expect(passed.toString()).toBe(text);
      }),
    );
  });

  it('names the line of bytes that are not UTF-8', async () => {
    const change = fc.record({ place: fc.nat(100), byte: fc.integer({ min: 0, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(letters, ends, change, async (text, places, { place, byte }) => {
        const bytes = Buffer.from(text);
        if (bytes.length === 0) return;
        bytes[place % bytes.length] = byte;
        const lines = bytes.toString('latin1').split('\n');
        const fault = lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')));
        const outcome = await collect(requireUtf8(inPieces(bytes, places))).then(
          () => 'passes',
          (error: Error) => error.message,
        );
        const expected = fault < 0 ? 'passes' : `line ${fault + 1}: the text is not UTF-8`;
        expect(outcome).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});

describe('readJsonl', () => {
  const read = async (bytes: Buffer | string, column = 'a'): Promise<unknown[]> =>
    (await collect(readJsonl(inPieces(bytes)))).map((row) => row.valueOf(column));

  it('reads one object per line, with or without a final line break', async () => {
    expect(await read('{"a":1}\n{"b":2}\r\n{"a":null}')).toEqual([1, undefined, null]);
    expect(await read('\uFEFF{"a":1}\n')).toEqual([1]);
  });

  it('skips blank lines, and counts them', async () => {
    expect(await read('\n{"a":1}\r\n\r\n  \n{"a":2}\n\n')).toEqual([1, 2]);
    await expect(read('{"a":1}\n\n5')).rejects.toThrow('line 3: should contain a JSON object');
  });

  it('skips empty objects, but not those whose values are empty', async () => {
    expect(await read('{}\n{"a":1}\n { }\r\n')).toEqual([1]);
    expect(await read('{}')).toEqual([]);
    expect(await read('{"a":null}\n{"a":""}\n{"a":{}}\n{"b":1}\n{"":""}')).toEqual([
      null,
      '',
      {},
      undefined,
      undefined,
    ]);
    expect(await read('{"__proto__":null}', '__proto__')).toEqual([null]);
    const [row] = await collect(readJsonl(inPieces('{}\n\n{"a":1}')));
    expect(row).toMatchObject({ place: 'line 3', line: 3 });
  });

  it('keeps numbers and hostile keys exactly', async () => {
    const [row] = await collect(readJsonl(inPieces('{"n":9007199254740993,"__proto__":{"x":1}}')));
    expect(JSON.stringify(row!.valueOf('n'))).toBe('9007199254740993');
    expect(row!.valueOf('__proto__')).toEqual({ x: 1 });
    expect(row!.valueOf('constructor')).toBeUndefined();
  });

  it.each([
    ['', 'The file is empty.'],
    [' \n\r\n', 'The file is empty.'],
    ['{"a":1}\n[1]', 'line 2: should contain a JSON object'],
    ['{"a":1}\n12', 'line 2: should contain a JSON object'],
    ['{"a":1}\n{"a":}', 'line 2: invalid JSON: Unexpected token'],
    ['{"a":1}{"a":2}', 'line 1: invalid JSON'],
    [`{"a":${'['.repeat(200_000)}`, 'line 1: invalid JSON'],
  ])('refuses %j', async (text, reason) => {
    await expect(read(text)).rejects.toThrow(reason);
  });

  it.each([
    ['UTF-16', Buffer.from('{"a":1}\n', 'utf16le'), 'line 1'],
    ['Latin-1', Buffer.from('{"a":1}\n{"a":"\u00FC"}', 'latin1'), 'line 2: the text is not UTF-8'],
  ])('refuses %s', async (_, bytes, reason) => {
    await expect(read(bytes)).rejects.toThrow(reason);
  });
});
