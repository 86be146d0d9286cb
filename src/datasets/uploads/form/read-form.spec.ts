import * as fc from 'fast-check';
import { MAX_FIELD_BYTES, MAX_FIELDS } from '../contents/limits.js';
import { collect, inPieces, spaceForSpec } from '../../../../test/support/uploaded-bytes.js';
import { readDisposition } from './part-headers.js';
import { readForm } from './read-form.js';

const TYPE = 'multipart/form-data; boundary=xYzZY';

interface Part {
  headers: string[];
  body: Buffer | string;
}

const field = (name: string, body: Buffer | string): Part => ({
  headers: [`Content-Disposition: form-data; name="${name}"`],
  body,
});
const file = (body: Buffer | string, ...headers: string[]): Part => ({
  headers: ['Content-Disposition: form-data; name="file"; filename="rows.csv"', ...headers],
  body,
});

function encode(parts: Part[], end = '--xYzZY--\r\n'): Buffer {
  const pieces = parts.flatMap(({ headers, body }) => [
    `--xYzZY\r\n${headers.join('\r\n')}\r\n\r\n`,
    body,
    '\r\n',
  ]);
  return Buffer.concat([...pieces, end].map((piece) => Buffer.from(piece as string)));
}

async function read(bytes: Buffer, places: number[] = [], type = TYPE) {
  const form = await readForm(inPieces(bytes, places), type, spaceForSpec());
  const { file: sent, fields } = form;
  const content = sent && Buffer.concat(await collect(sent.bytes.read()));
  await form.close();
  return { fields: Object.fromEntries(fields), file: sent, content };
}

describe('readForm', () => {
  it('reads fields before and after the file, wherever chunks end', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '\u20AC', '-', '\r', '\n'),
      maxLength: 20,
    });
    const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array));
    const places = fc.array(fc.nat(700), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(text, text, bytes, places, async (before, after, body, ends) => {
        const form = encode([field('before', before), file(body), field('after', after)]);
        const { fields, content } = await read(form, ends);
        expect(fields).toEqual({ before: [before], after: [after] });
        expect(content?.equals(body)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('keeps a large file out of memory', async () => {
    const body = Buffer.alloc(8 * 1024 * 1024, 'x,y\n');
    const ends = Array.from({ length: 128 }, (_, at) => at * 65_536);
    const { content } = await read(encode([file(body), field('name', 'large')]), ends);
    expect(content?.equals(body)).toBe(true);
  });

  it('reads the headers of the file', async () => {
    const headers = ['Content-Type: Text/CSV', 'content-encoding: GZIP', 'X-Other: 1'];
    const { file: sent } = await read(encode([file('a', ...headers)]));
    expect(sent).toMatchObject({
      name: 'rows.csv',
      contentType: 'text/csv',
      contentEncoding: 'gzip',
    });
  });

  it('keeps repeated fields in order and ignores unknown parts', async () => {
    const other = {
      headers: ['Content-Disposition: form-data; name="x"; filename="y"'],
      body: 'z',
    };
    const { fields, file: sent } = await read(
      encode([field('k[]', 'b'), other, field('k[]', 'a'), field('k[]', '')]),
    );
    expect(fields).toEqual({ 'k[]': ['b', 'a', ''] });
    expect(sent).toBeNull();
  });

  it('reads parts without a file name as fields, and an empty form as no fields', async () => {
    expect(await read(encode([field('file', 'text')]))).toMatchObject({
      fields: { file: ['text'] },
      file: null,
    });
    expect(await read(encode([]))).toMatchObject({ fields: {}, file: null });
  });

  it('reads a form with text before and after it', async () => {
    const form = Buffer.concat([
      Buffer.from('preamble\r\n'),
      encode([field('name', 'x'), file('a,b')], '--xYzZY--\r\nepilogue'),
      Buffer.alloc(100_000, 'more'),
    ]);
    const ends = [3, 12, form.length - 99_000, form.length - 5];
    expect(await read(form, ends)).toMatchObject({ fields: { name: ['x'] } });
  });

  it.each([
    ['multipart/form-data; charset=utf-8; Boundary="xYzZY"', 'xYzZY'],
    ['multipart/form-data; boundary=xYzZY; charset=utf-8', 'xYzZY'],
  ])('finds the boundary in %s', async (type) => {
    expect(await read(encode([field('name', 'x')]), [], type)).toMatchObject({
      fields: { name: ['x'] },
    });
  });

  const many = Array.from({ length: MAX_FIELDS + 1 }, (_, at) => field(`f${at}`, ''));
  const large = (size: number): Part => field('large', Buffer.alloc(size, 'a'));
  it.each<[string, Buffer, string]>([
    ['that is truncated', encode([field('a', 'b')], '').subarray(0, -2), 'Unexpected end'],
    ['truncated in the file', encode([file('a'.repeat(1000))], ''), 'Unexpected end'],
    ['truncated in a header', Buffer.from('--xYzZY\r\nContent-Dispo'), 'Unexpected end'],
    ['of nothing', Buffer.alloc(0), 'Unexpected end'],
    ['with another boundary', Buffer.from('--other\r\n\r\n--other--\r\n'), 'Unexpected end'],
    ['with too many fields', encode(many), `Maximum number of fields is ${MAX_FIELDS}`],
    ['with a large field', encode([large(MAX_FIELD_BYTES + 1)]), 'exceeds the maximum size'],
    ['with many large fields', encode(Array(20).fill(large(500_000))), 'exceeds the maximum size'],
    ['with a nameless part', encode([{ headers: ['X: y'], body: '' }]), 'no Content-Disposition'],
    ['with two files', encode([file('a'), file('b')]), 'must contain exactly one file'],
    [
      'with a field that is not UTF-8',
      encode([field('name', Buffer.from([0xff]))]),
      'name: the text is not UTF-8',
    ],
  ])('refuses a form %s', async (_, form, reason) => {
    await expect(read(form, [10, 1000, 100_000])).rejects.toThrow(reason);
  });

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'x'.repeat(71)}`,
  ])('refuses %s', async (type) => {
    await expect(read(encode([]), [], type)).rejects.toThrow('Missing boundary');
  });
});

describe('readDisposition', () => {
  const read = (header: string) =>
    readDisposition({ 'content-disposition': [Buffer.from(header).toString('latin1')] });

  it.each([
    ['form-data; name="a"', { name: 'a', fileName: undefined }],
    ['form-data; name=a; filename=b.csv', { name: 'a', fileName: 'b.csv' }],
    [
      'Form-Data;NAME="input_keys[]" ; filename="\u65E5\u672C.csv"',
      { name: 'input_keys[]', fileName: '\u65E5\u672C.csv' },
    ],
    ['form-data; name="a"; filename="say %22hi%22.csv"', { name: 'a', fileName: 'say "hi".csv' }],
    ['form-data; name="a"; filename="say \\"hi\\".csv"', { name: 'a', fileName: 'say "hi".csv' }],
    ['form-data; name="a"; filename="C:\\data\\rows.csv"', { name: 'a', fileName: 'rows.csv' }],
    ['form-data; name="a"; filename="../../etc/passwd"', { name: 'a', fileName: 'passwd' }],
    ['form-data; name="a"; filename=""', { name: 'a', fileName: '' }],
    [
      "form-data; name=a; filename*=utf-8''na%C3%AFve.csv; filename=naive.csv",
      { name: 'a', fileName: 'na\u00EFve.csv' },
    ],
    ["form-data; name=a; filename=b; filename*=utf-8''%ff", { name: 'a', fileName: 'b' }],
    ["form-data; name=a; filename*=iso-8859-1''%FC", { name: 'a', fileName: '\u00FC' }],
  ])('reads %s', (header, expected) => {
    expect(read(header)).toEqual(expected);
  });

  it.each([
    '',
    'attachment; name="a"',
    'form-data',
    'form-data; filename="x"',
    'form-datax; name=a',
  ])('finds no name in %j', (header) => {
    expect(read(header)).toBeNull();
  });

  it('handles any input quickly', () => {
    // Microseconds of CPU time, because the machine may be busy.
    const before = process.cpuUsage();
    read(`form-data; name="${'\\'.repeat(16_000)}`);
    read(`form-data; ${'a=b;'.repeat(4_000)}"`);
    expect(process.cpuUsage(before).user).toBeLessThan(500_000);
  });
});
