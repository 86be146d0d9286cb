import type { JsonObject } from '../../../kernel/json/json.js';
import {
  fromCsv,
  fromJsonl,
  type Keys,
  keysOf,
} from '../../../../test/support/uploaded-examples.js';

describe('splits', () => {
  const csvSplits = async (cells: string[], keys: Keys): Promise<string[][]> => {
    const csv = ['x,s', ...cells.map((cell) => `1,"${cell.replaceAll('"', '""')}"`)].join('\n');
    return (await fromCsv(csv, keys)).map(({ splits }) => splits);
  };

  it('are a name or a JSON list of names in one column', async () => {
    const cells = [' train ', '["a", " b ", "", null, "a"]', '', '[broken', '[a]', '{"a":1}', '[]'];
    expect(await csvSplits(cells, { split_key: 's' })).toEqual([
      ['train'],
      ['a', 'b'],
      [],
      ['[broken'],
      ['[a]'],
      ['{"a":1}'],
      [],
    ]);
  });

  it('are a name in each of several columns, with or without brackets', async () => {
    expect(await csvSplits(['[1]', 'train', ''], { 'split_keys[]': ['s', 'x'] })).toEqual([
      ['[1]', '1'],
      ['train', '1'],
      ['1'],
    ]);
  });

  it('may be a list in JSONL', async () => {
    const lines: JsonObject[] = [
      { s: ['a', 'b', null] },
      { s: 'c' },
      { s: null },
      { other: 1 },
      { s: 5 },
      { s: true },
    ];
    const examples = await fromJsonl(lines, { split_key: 's' });
    expect(examples.map(({ splits }) => splits)).toEqual([
      ['a', 'b'],
      ['c'],
      [],
      [],
      ['5'],
      ['True'],
    ]);
  });

  it.each([[{ s: { a: 1 } }], [{ s: ['a', 1] }], [{ s: [['a']] }]])(
    'are refused as %j',
    async (line) => {
      await expect(fromJsonl([{}, line], { split_key: 's' })).rejects.toThrow(
        'line 2: column "s" must contain the name of a split or a list of names',
      );
    },
  );

  it('cannot be given in both forms', () => {
    expect(() => keysOf({ split_key: 'a', 'split_keys[]': 'b' })).toThrow('not both');
    expect(keysOf({ split_key: ' ', 'split_keys[]': 'b' }).splits).toEqual(['b']);
  });
});

describe('ids', () => {
  it('are the text of the cell unless the cell is blank', async () => {
    const lines: (JsonObject | string)[] = [
      { i: ' a ' },
      { i: 5 },
      { i: 1.5 },
      { i: true },
      { i: ['x'] },
      { i: 'NaN' },
      { i: '  ' },
      { i: null },
      { other: 1 },
      '{"i":9007199254740993}',
      '{"i":1.0}',
    ];
    const examples = await fromJsonl(lines, { example_id_key: 'i', span_id_key: 'i' });
    expect(examples.map(({ exampleId }) => exampleId)).toEqual([
      ' a ',
      '5',
      '1.5',
      'True',
      "['x']",
      null,
      null,
      null,
      null,
      '9007199254740993',
      '1.0',
    ]);
    expect(examples[0]!.spanId).toBe('a');
    expect(examples[5]!.spanId).toBeNull();
  });
});

describe('a cell with very many values', () => {
  it('is refused with its line instead of being kept as text', async () => {
    const csv = `input.a\n1\n"[${'0,'.repeat(500_000)}0]"\n`;
    await expect(fromCsv(csv, { 'input_keys[]': ['input.a'] })).rejects.toThrow(
      'line 3: the JSON contains more than 500000 values',
    );
  });
});
