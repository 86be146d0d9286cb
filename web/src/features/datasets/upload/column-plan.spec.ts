import { printExactJson } from '../../../lib/json/exact-json.js';
import {
  type ColumnPlan,
  guessColumns,
  buildPlanFields,
  changeColumnTarget,
  keepColumns,
} from './column-plan.js';
import { type FilePreview, readFilePreview } from './file-preview.js';
import { planExamples } from './plan-examples.js';

async function read(content: string, name = 'rows.csv'): Promise<FilePreview> {
  const reading = await readFilePreview(new File([content], name));
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.preview;
}

const buckets = ({ columns }: ColumnPlan) =>
  Object.fromEntries(columns.map(({ name, bucket }) => [name, bucket]));

async function examplesOf(content: string, name: string, change = (plan: ColumnPlan) => plan) {
  const preview = await read(content, name);
  return planExamples(preview, change(guessColumns(preview, true)), 5);
}

describe('guessColumns', () => {
  it('recognizes common column names', async () => {
    const plan = guessColumns(
      await read('id,Question,expected_answer,topic,split,span_id\n1,2,3,4,5,6'),
      true,
    );
    expect(buckets(plan)).toEqual({
      id: null,
      Question: 'input',
      expected_answer: 'output',
      topic: 'metadata',
      split: null,
      span_id: null,
    });
    expect(plan).toMatchObject({ exampleId: 'id', split: 'split', spanId: 'span_id' });
  });

  it('recognizes downloaded files', async () => {
    const csv = 'id,node_id,input.q,output.a,metadata.x,splits\nfr,RGF,1,2,3,"[""a""]"\n';
    const plan = guessColumns(await read(csv), true);
    expect(buckets(plan)).toMatchObject({
      node_id: null,
      'input.q': 'input',
      'output.a': 'output',
      'metadata.x': 'metadata',
    });
    const jsonl =
      '{"id":"fr","node_id":"RGF","input":{"q":1},"output":{"a":2},"metadata":{},"splits":["a"]}';
    const objects = guessColumns(await read(jsonl, 'rows.jsonl'), true);
    expect(
      objects.columns.filter(({ isFlattened }) => isFlattened).map(({ name }) => name),
    ).toEqual(['input', 'output', 'metadata']);
  });

  it('takes IDs that the server generated only for the dataset to which they belong', async () => {
    for (const [content, name] of [
      ['id,node_id,input.q\nfr,RGF,1\nRGG,RGG,2\n', 'rows.csv'],
      ['{"id":"RGG","node_id":"RGG","input":{"q":1}}', 'rows.jsonl'],
    ] as const) {
      const preview = await read(content, name);
      const plan = guessColumns(preview, true);
      expect(plan.exampleId).toBeNull();
      expect(buckets(plan)).toMatchObject({ id: null, node_id: null });
      expect(guessColumns(preview, false).exampleId).toBe('id');
    }
    const own = await read('id,node_id,input.q\nfr,RGF,1\njp,RGG,2\n');
    expect(guessColumns(own, true).exampleId).toBe('id');
  });

  it('uses the first column as the input if no name is known', async () => {
    expect(buckets(guessColumns(await read('foo,bar\n1,2'), true))).toEqual({
      foo: 'input',
      bar: 'metadata',
    });
  });

  it('offers to flatten columns that contain objects in every row', async () => {
    const plan = guessColumns(await read('q,meta,some\n1,"{""a"":1}","{}"\n2,{},\n'), true);
    expect(plan.columns.map(({ canFlatten }) => canFlatten)).toEqual([false, true, false]);
    const lines = guessColumns(await read('{"a":{},"b":{}}\n{"b":null}', 'rows.jsonl'), true);
    expect(lines.columns.map(({ canFlatten }) => canFlatten)).toEqual([true, false]);
  });

  it('sends the destinations of the columns to the server', async () => {
    const guessed = guessColumns(
      await read('{"id":1,"q":2,"input":{"x":1},"s":"a"}', 'rows.jsonl'),
      true,
    );
    const plan = { ...changeColumnTarget(guessed, 's', { bucket: null }), split: 's' };
    expect(buildPlanFields(plan)).toEqual([
      ['metadata_keys[]', 'q'],
      ['input_keys[]', 'input'],
      ['flatten_keys[]', 'input'],
      ['example_id_key', 'id'],
      ['split_key', 's'],
    ]);
  });
});

describe('planExamples', () => {
  it('shows rows as they will be stored', async () => {
    const csv = 'id,question,answer,split\n nan,2+2?,4,"[""a"", ""b"", """"]"\nx,why,,train\n';
    expect(await examplesOf(csv, 'rows.csv')).toEqual([
      {
        line: 2,
        input: { question: '2+2?' },
        output: { answer: '4' },
        metadata: {},
        id: undefined,
        splits: ['a', 'b'],
      },
      { line: 3, input: { question: 'why' }, output: {}, metadata: {}, id: 'x', splits: ['train'] },
    ]);
  });

  it('nests dotted names, and parses lists and objects in them', async () => {
    const csv = 'input.ctx.lang,input.__proto__.x,output.tags,output.a\nde,1,"[1.0]",{no\n';
    const [example] = await examplesOf(csv, 'rows.csv');
    expect(printExactJson(example?.input, 0)).toBe('{"ctx":{"lang":"de"},"__proto__":{"x":"1"}}');
    expect(printExactJson(example?.output, 0)).toBe('{"tags":[1.0],"a":"{no"}');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('uses the fields of a flattened column', async () => {
    const jsonl = '{"input":{"q":1,"n":9007199254740993},"x":{"y":null}}';
    const [example] = await examplesOf(jsonl, 'rows.jsonl', (plan) =>
      changeColumnTarget(plan, 'x', { isFlattened: true }),
    );
    expect(printExactJson(example?.input, 0)).toBe('{"q":1,"n":9007199254740993}');
    expect(example?.metadata).toEqual({ y: null });
  });
});

describe('keepColumns', () => {
  it('keeps the plan of a file with the same columns', async () => {
    const before = changeColumnTarget(
      guessColumns(await read('question,topic\n1,2'), true),
      'topic',
      {
        bucket: 'output',
      },
    );
    const same = guessColumns(await read('question,topic\n3,4'), true);
    expect(buckets(keepColumns(same, before))).toEqual({ question: 'input', topic: 'output' });
    const other = guessColumns(await read('question,other\n3,4'), true);
    expect(keepColumns(other, before)).toBe(other);
    expect(keepColumns(same, undefined)).toBe(same);
  });
});
