import { readRecords } from './json-records.js';

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array, void> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, size: number): Promise<object[]> {
  const records = [];
  for await (const record of readRecords(inChunks(text, size))) records.push(record);
  return records;
}

const RECORDS = [{ a: '}"\\{', b: [[{ c: 'ü' }], {}] }, {}, { d: null }];

describe('readRecords', () => {
  it.each([
    ['a list', JSON.stringify(RECORDS)],
    ['a list with line breaks', JSON.stringify(RECORDS, null, 2)],
    ['JSON lines', RECORDS.map((record) => `${JSON.stringify(record)}\n`).join('')],
    [
      'JSON lines without a last line break',
      RECORDS.map((row) => JSON.stringify(row)).join('\r\n'),
    ],
  ])('reads %s, however the text is cut', async (_, text) => {
    for (const size of [1, 2, 7, 1000]) expect(await read(text, size)).toEqual(RECORDS);
  });

  it.each([
    ['', []],
    ['\n', []],
    ['[]', []],
    ['[ { } ]', [{}]],
  ])('reads %j', async (text, records) => {
    expect(await read(text, 1)).toEqual(records);
  });

  it.each(['<html>{}</html>', '[1]', '[{}', '[{"a":', '{"a":"}', '{]', '[[{}]]', 'null'])(
    'refuses %j',
    async (text) => {
      await expect(read(text, 3)).rejects.toThrow(SyntaxError);
    },
  );
});
