import type { ParsedExample } from '../contents/parsed-upload.js';
import { type JsonObject, type JsonValue, stringifyJson } from '../../../kernel/json/json.js';
import { fromCsv, fromJsonl, type Keys } from '../../../../test/support/uploaded-examples.js';

const inputs = (examples: ParsedExample[]): JsonValue[] => examples.map(({ input }) => input);

describe('rows of a CSV file', () => {
  it('become buckets of text without blank cells', async () => {
    const examples = await fromCsv('q,a,n\n2+2?, 4 ,5\nwhy,, \n', {
      'input_keys[]': ['q', 'n', 'q', ''],
      'output_keys[]': ['a'],
      'metadata_keys[]': ['q', 'a'],
    });
    expect(examples).toEqual([
      expect.objectContaining({
        input: { q: '2+2?', n: '5' },
        output: { a: ' 4 ' },
        metadata: { q: '2+2?', a: ' 4 ' },
        line: 2,
      }),
      expect.objectContaining({ input: { q: 'why' }, output: {}, metadata: { q: 'why' }, line: 3 }),
    ]);
  });

  it('are nested at dots, the reverse of an export', async () => {
    const csv =
      'id,input.ctx.lang,input.q,output.tags,metadata.x,plain\n' +
      '1,de,"{not json}","[1, ""a""]",9007199254740993,"{""n"": 9007199254740993}"\n';
    const [example] = await fromCsv(csv, {
      'input_keys[]': ['input.ctx.lang', 'input.q', 'metadata.x'],
      'output_keys[]': ['output.tags', 'plain'],
      'metadata_keys[]': ['metadata.x'],
      example_id_key: 'id',
    });
    expect(stringifyJson(example!.input)).toBe(
      '{"ctx":{"lang":"de"},"q":"{not json}","metadata.x":"9007199254740993"}',
    );
    expect(stringifyJson(example!.output)).toBe('{"tags":[1,"a"],"plain":{"n":9007199254740993}}');
    expect(example!.metadata).toEqual({ x: '9007199254740993' });
    expect(example!.exampleId).toBe('1');
  });

  it('keep hostile names when they are nested', async () => {
    const [example] = await fromCsv(
      'input.__proto__.polluted,input.constructor.name,input.\n1,2,3',
      {
        'input_keys[]': ['input.__proto__.polluted', 'input.constructor.name', 'input.'],
      },
    );
    expect(stringifyJson(example!.input)).toBe(
      '{"__proto__":{"polluted":"1"},"constructor":{"name":"2"},"":"3"}',
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('are refused for conflicting columns unless one is blank', async () => {
    const keys = { 'input_keys[]': ['input.a', 'input.a.b'] };
    expect(inputs(await fromCsv('input.a,input.a.b\n1,\n,2', keys))).toEqual([
      { a: '1' },
      { a: { b: '2' } },
    ]);
    await expect(fromCsv('input.a,input.a.b\n1,\n1,2', keys)).rejects.toThrow(
      'line 3: column "input.a.b" conflicts with another',
    );
    await expect(fromCsv('input.a,a\n1,2', { 'input_keys[]': ['input.a', 'a'] })).rejects.toThrow(
      'line 2: column "a" conflicts with another',
    );
  });

  it('are flattened at columns with objects, which turns off nesting at dots', async () => {
    const csv = 'input.q,meta\nx,"{""a"": 1, ""b"": {""c"": null}, ""n"": 9007199254740993}"\n';
    const [example] = await fromCsv(csv, {
      'input_keys[]': ['input.q', 'meta'],
      'metadata_keys[]': ['meta'],
      'flatten_keys[]': ['meta', 'unselected'],
    });
    expect(stringifyJson(example!.input)).toBe(
      '{"input.q":"x","a":1,"b":{"c":null},"n":9007199254740993}',
    );
    expect(stringifyJson(example!.metadata)).toBe('{"a":1,"b":{"c":null},"n":9007199254740993}');
  });

  it.each(['', '  ', '[1]', '12', 'null', 'text', '"{"'])(
    'are refused if the column to flatten contains %j',
    async (cell) => {
      const csv = `q,meta\nx,{}\ny,"${cell.replaceAll('"', '""')}"\n`;
      const keys = { 'input_keys[]': ['meta'], 'flatten_keys[]': ['meta'] };
      await expect(fromCsv(csv, keys)).rejects.toThrow(
        'line 3: column "meta" should contain a JSON object',
      );
    },
  );

  it('are refused for broken JSON in a flattened column', async () => {
    const keys = { 'input_keys[]': ['meta'], 'flatten_keys[]': ['meta'] };
    await expect(fromCsv('meta,b\n{},x\n{x},y\n', keys)).rejects.toThrow(
      'line 3, column "meta": invalid JSON',
    );
  });
});

describe('rows of a JSONL file', () => {
  it('keep their keys and nulls', async () => {
    const examples = await fromJsonl([{ q: 1, a: null }, { a: [true] }, { other: 1 }], {
      'input_keys[]': ['q'],
      'output_keys[]': ['a'],
    });
    expect(examples.map(({ input, output }) => [input, output])).toEqual([
      [{ q: 1 }, { a: null }],
      [{}, { a: [true] }],
      [{}, {}],
    ]);
  });

  it('keep numbers, hostile keys and dots', async () => {
    const line = '{"input.n":9007199254740993,"f":1.0,"__proto__":{"x":1}}';
    const [example] = await fromJsonl([line], {
      'input_keys[]': ['input.n', 'f', '__proto__', 'constructor'],
    });
    expect(stringifyJson(example!.input)).toBe(line);
  });

  it('lose only characters that cannot be stored', async () => {
    const [example] = await fromJsonl(['{"a\\u0000":"\\ud800x\\u0000"}'], {
      'input_keys[]': ['a\0'],
    });
    expect(example!.input).toEqual({ 'a\uFFFD': '\uFFFDx\uFFFD' });
  });

  it('are flattened if they have the column', async () => {
    const examples = await fromJsonl([{ meta: { a: 1 } }, { q: 2 }, { meta: {} }], {
      'input_keys[]': ['meta', 'q'],
      'flatten_keys[]': ['meta', 'other'],
    });
    expect(inputs(examples)).toEqual([{ a: 1 }, { q: 2 }, {}]);
  });

  it('may have the same child in different buckets', async () => {
    const [example] = await fromJsonl([{ a: { x: 1 }, b: { x: 2 } }], {
      'input_keys[]': ['a'],
      'output_keys[]': ['b'],
      'flatten_keys[]': ['a', 'b'],
    });
    expect([example!.input, example!.output]).toEqual([{ x: 1 }, { x: 2 }]);
  });

  it.each<[string, JsonObject[], Keys, string]>([
    [
      'two columns have the same child, in different rows',
      [{ a: { x: 1 } }, { b: { x: 2 } }],
      { 'input_keys[]': ['a', 'b'], 'flatten_keys[]': ['a', 'b'] },
      'line 2: "x" of column "b" is already emitted by column "a" in input_keys',
    ],
    [
      'a child has the name of a column',
      [{ a: { y: 1 } }, { a: { q: 1 } }],
      { 'metadata_keys[]': ['a', 'q'], 'flatten_keys[]': ['a'] },
      'line 2: columns of metadata_keys conflict with flattened children: "q"',
    ],
    [
      'the column to flatten contains null',
      [{ a: {} }, { a: null }],
      { 'input_keys[]': ['a'], 'flatten_keys[]': ['a'] },
      'line 2: column "a" should contain a JSON object to flatten',
    ],
    [
      'the column to flatten contains a list',
      [{ a: [{}] }],
      { 'input_keys[]': ['a'], 'flatten_keys[]': ['a'] },
      'line 1: column "a" should contain a JSON object to flatten',
    ],
    [
      'they are nested too deeply',
      [{}, { a: JSON.parse('['.repeat(200) + ']'.repeat(200)) as JsonValue }],
      { 'output_keys[]': ['a'] },
      'line 2: the JSON is nested too deeply',
    ],
    [
      'an id is nested too deeply',
      [{ a: JSON.parse('['.repeat(1000) + ']'.repeat(1000)) as JsonValue }],
      { example_id_key: 'a' },
      'line 1: the JSON is nested too deeply',
    ],
  ])('are refused if %s', async (_, lines, keys, reason) => {
    await expect(fromJsonl(lines, keys)).rejects.toThrow(reason);
  });
});
