import * as fc from 'fast-check';
import { parseJson, stringifyJson } from '../../../kernel/json/json.js';
import type { ParsedExample } from '../contents/parsed-upload.js';
import { collect, inPieces, spaceForSpec } from '../../../../test/support/uploaded-bytes.js';
import { readJsonUpload } from './read-json-upload.js';

async function read(body: unknown, places: number[] = []) {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  const upload = await readJsonUpload(inPieces(json, places), spaceForSpec());
  const examples = await collect<ParsedExample>(upload.examples);
  await upload.close();
  return { ...upload, examples };
}

describe('readJsonUpload', () => {
  it('combines the items at the same position of the lists', async () => {
    const upload = await read({
      action: 'UPDATE',
      name: 'capitals',
      description: 'seed set',
      inputs: [{ q: 'France?' }, { q: 'Japan?' }],
      outputs: [{ a: 'Paris' }, { a: 'Tokyo' }],
      metadata: [{ lvl: 1 }, {}],
      splits: ['train', ['test', ' hard ', '', null]],
      span_ids: [null, ' 9f86d081884c7d65 '],
      example_ids: ['fr', null],
      unknown: [[{}]],
    });
    expect(upload).toMatchObject({
      name: 'capitals',
      action: 'update',
      description: 'seed set',
      areSplitsProvided: true,
    });
    expect(upload.examples).toEqual([
      {
        input: { q: 'France?' },
        output: { a: 'Paris' },
        metadata: { lvl: 1 },
        splits: ['train'],
        spanId: null,
        exampleId: 'fr',
      },
      {
        input: { q: 'Japan?' },
        output: { a: 'Tokyo' },
        metadata: {},
        splits: ['test', 'hard'],
        spanId: '9f86d081884c7d65',
        exampleId: null,
      },
    ]);
  });

  it('treats empty columns as absent', async () => {
    const upload = await read({
      name: 'x',
      inputs: [{ a: 1 }],
      outputs: [],
      metadata: null,
      splits: null,
      span_ids: null,
    });
    expect(upload).toMatchObject({
      action: 'create',
      description: '',
      areSplitsProvided: false,
      examples: [{ input: { a: 1 }, output: {}, metadata: {}, splits: [], spanId: null }],
    });
    expect((await read({ name: 'x', inputs: [] })).examples).toEqual([]);
    expect((await read({ name: 'x', inputs: [], outputs: {}, metadata: '' })).examples).toEqual([]);
  });

  it('reports provided splits even if all are null', async () => {
    const upload = await read({ name: 'x', inputs: [{}], splits: [null] });
    expect(upload.areSplitsProvided).toBe(true);
  });

  it('keeps objects exactly, wherever chunks end', async () => {
    const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }), {
      maxLength: 5,
    });
    const places = fc.array(fc.nat(300), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(objects, places, async (inputs, ends) => {
        const { examples } = await read({ inputs, outputs: inputs, name: 'x' }, ends);
        const expected = stringifyJson(parseJson(JSON.stringify(inputs)));
        expect(stringifyJson(examples.map(({ input }) => input))).toBe(expected);
        expect(stringifyJson(examples.map(({ output }) => output))).toBe(expected);
      }),
    );
  });

  it('keeps numbers and hostile keys, and replaces what cannot be stored', async () => {
    const object = '{"n":9007199254740993,"f":1.0,"__proto__":{"x":1},"constructor":1}';
    const { examples } = await read(
      `{"name":"x","inputs":[${object}],"outputs":[{"\\u0000":"\\ud800"}],"__proto__":{"y":1}}`,
    );
    expect(stringifyJson(examples[0]!.input)).toBe(object);
    expect(examples[0]!.output).toEqual({ '\uFFFD': '\uFFFD' });
  });

  it('uses the last of repeated keys', async () => {
    const { name, examples } = await read(
      '{"name":"a","inputs":[{"a":1},{"a":2}],"name":"b","inputs":[{"a":3}]}',
    );
    expect([name, examples.map(({ input }) => input)]).toEqual(['b', [{ a: 3 }]]);
    await expect(read('{"name":"a","inputs":[{}],"inputs":null}')).rejects.toThrow(
      'input is required',
    );
  });

  const inputs = [{ a: 1 }, { a: 2 }];
  const whole = { name: 'x', inputs };
  it.each<[unknown, string]>([
    [{}, 'Dataset name is required'],
    [{ name: '', action: 'no' }, 'Dataset name is required'],
    [{ name: null }, 'Dataset name is required'],
    [{ name: '  ' }, 'Dataset name is required'],
    [{ name: 5 }, 'Dataset name should be a string'],
    [{ name: ['x'] }, 'Dataset name should be a string'],
    [{ name: 'x', action: 'delete' }, 'Invalid dateset action: delete'],
    [{ name: 'x', action: 'constructor' }, 'Invalid dateset action'],
    [{ name: 'x', action: '' }, 'Invalid dateset action'],
    [{ name: 'x', action: 1 }, 'Invalid dateset action'],
    [{ name: 'x', description: 1, inputs }, 'Dataset description should be a string'],
    [{ name: 'x' }, 'input is required'],
    [{ name: 'x', inputs: null }, 'input is required'],
    [{ name: 'x', inputs: {} }, 'input should be a list'],
    [{ name: 'x', inputs: 'abc' }, 'input should be a list'],
    [{ name: 'x', inputs: [{}, null] }, 'inputs[1] is not an object'],
    [{ name: 'x', inputs: [{}, {}, []] }, 'inputs[2] is not an object'],
    [{ ...whole, outputs: [{}] }, 'outputs should be a list of same length as input'],
    [{ ...whole, outputs: [{}, 1] }, 'outputs should be a list of same length as input'],
    [{ ...whole, outputs: { a: 1 } }, 'outputs should be a list of same length as input'],
    [{ ...whole, outputs: 'x' }, 'outputs should be a list of same length as input'],
    [{ ...whole, metadata: [{}, {}, {}] }, 'metadata should be a list of same length as input'],
    [{ ...whole, metadata: [{}, null] }, 'metadata should be a list of same length as input'],
    [{ ...whole, splits: ['a'] }, 'splits must have same length as inputs'],
    [{ ...whole, splits: 'a' }, 'splits must be a list'],
    [{ ...whole, splits: ['a', 1] }, 'splits[1] must be a string, list of strings, or None'],
    [{ ...whole, splits: ['a', true] }, 'splits[1] must be a string, list of strings, or None'],
    [{ ...whole, splits: ['a', {}] }, 'splits[1] must be a string, list of strings, or None'],
    [{ ...whole, splits: ['a', ['b', 1]] }, 'splits[1] must be a string, list of strings, or None'],
    [{ ...whole, splits: ['a', [['b']]] }, 'splits[1] must be a string, list of strings, or None'],
    [{ ...whole, span_ids: ['a'] }, 'span_ids must have same length as inputs'],
    [{ ...whole, span_ids: ['a', 1] }, 'span_ids must contain only strings or None'],
    [{ ...whole, example_ids: [] }, 'example_ids must have same length as inputs'],
    [{ ...whole, example_ids: ['a', 1] }, 'example_ids must contain only strings or None'],
    [{ ...whole, example_ids: 5 }, 'example_ids must be a list'],
    ['[]', 'The request body should be a JSON object'],
    ['', 'Invalid JSON: the request body is empty'],
    ['{"name":"x","inputs":[{}]', 'Invalid JSON'],
    ['{"name":tru,"inputs":[{}]}', 'name: invalid JSON'],
    ['{"name":"x","inputs":[{"a":1},{a:1}]}', 'inputs[1]: invalid JSON'],
    ['{"name":"x","inputs":[{}],"splits":[nil]}', 'splits[0]: invalid JSON'],
    ['{"name":"x","inputs":[{}],"other":[1 2]}', 'other: invalid JSON'],
    [
      `{"name":"x","inputs":[{"a":${'['.repeat(200)}${']'.repeat(200)}}]}`,
      'inputs[0]: the JSON is nested too deeply',
    ],
    [`{"name":"x","inputs":[{"a":${'['.repeat(100_000)}1.0${']'.repeat(100_000)}}]}`, 'inputs[0]'],
  ])('refuses %j', async (body, reason) => {
    await expect(read(body)).rejects.toThrow(reason);
  });

  it('refuses bytes that are not UTF-8', async () => {
    const body = Buffer.from('{"name":"x","inputs":[{},{"a":"\u00FC"}]}', 'latin1');
    const upload = await readJsonUpload(inPieces(body), spaceForSpec());
    await expect(collect(upload.examples)).rejects.toThrow('inputs[1]: the text is not UTF-8');
    await upload.close();
  });
});
