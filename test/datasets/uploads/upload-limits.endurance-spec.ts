import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { gzipOf, MEBIBYTE } from './large-files.js';
import {
  countOfEverything,
  encodeForm,
  FORM_TYPE,
  formParts,
  send,
  sendForm,
} from './uploading.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const INPUT = { 'input_keys[]': 'a' };

/** Returns by how many bytes the process grows, at most, while `work` runs. */
async function growthDuring(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage.rss();
  let largest = before;
  const timer = setInterval(() => {
    largest = Math.max(largest, process.memoryUsage.rss());
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return largest - before;
}

describe('large uploads', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterEach(() => emptyDatabase(server));
  afterAll(() => server.stop());

  it.each<[string, string, Buffer | string]>([
    ['JSONL', 'application/jsonl', '{"a":1}\n{"a":"'],
    ['CSV', 'text/csv', 'a\n1\n"'],
  ])(
    'are refused with a line of 1 GB in %s without keeping it in memory',
    async (_, type, head) => {
      const file = gzipOf(String(head), 1_000);
      const form = { file, type, encoding: 'gzip', fields: INPUT };
      let refusal = '';
      const growth = await growthDuring(async () => {
        refusal = (await sendForm(server, form)).text;
      });
      expect(refusal).toMatch(/^line [23]: larger than 33554432 bytes/);
      expect(growth).toBeLessThan(400 * MEBIBYTE);
      expect(await countOfEverything(server)).toBe(0);
    },
  );

  it('are rejected if a JSON value is 1 GB long', async () => {
    const body = gzipOf('{"name":"rows","inputs":[{"a":1},{"a":"', 1_000, '"}]}');
    const { status, text } = await send(server, body, { ...JSON_TYPE, 'content-encoding': 'gzip' });
    expect([status, text]).toEqual([422, 'A value of "inputs" is larger than 33554432 bytes.']);
    expect(await countOfEverything(server)).toBe(0);
  });

  it.each<[string, number, (row: number) => string, string]>([
    ['JSONL', 60_000, (row) => `{"a":"${'x'.repeat(1_000)}","n":${row}}\n`, 'application/jsonl'],
    ['CSV', 20_000, (row) => `${'x'.repeat(1_000)},${row}\n`, 'text/csv'],
  ])('are stored in flat memory as %s', async (_, count, rowOf, type) => {
    const rows = Array.from({ length: count }, (_item, row) => rowOf(row));
    const file = Buffer.from((type === 'text/csv' ? 'a,n\n' : '') + rows.join(''));
    const body = encodeForm(formParts({ file, type, fields: { 'input_keys[]': ['a', 'n'] } }));
    rows.length = 0;
    let created: unknown;
    const growth = await growthDuring(async () => {
      const { data } = await send(server, body, { 'content-type': FORM_TYPE });
      created = data!['num_created_examples'];
    });
    expect(created).toBe(count);
    expect(growth).toBeLessThan(300 * MEBIBYTE);
  });
});
