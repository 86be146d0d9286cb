import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { admin } from '../support/admin.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aSpan, hex, request } from './otlp-documents.js';

describe('npm run admin -- import otlp', () => {
  let server: TestServer;
  let directory: string;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spandrel-import-'));
    await server.sql('DELETE FROM spans');
    await server.sql('DELETE FROM traces');
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const write = (name: string, content: string | Buffer) =>
    writeFile(join(directory, name), content);
  const run = (...more: string[]) =>
    admin(['import', 'otlp', directory, ...more], { SPANDREL_DATABASE_URL: server.databaseUrl });
  const spanIds = async () =>
    (await server.sql<{ span_id: string }>('SELECT span_id FROM spans ORDER BY span_id')).map(
      ({ span_id }) => span_id,
    );

  it('takes JSON lines, whole documents and gzip, and stores nothing twice', async () => {
    const lines = [request([aSpan(0), aSpan(1)]), request([aSpan(2)])];
    await write('a.jsonl', lines.map((line) => `${JSON.stringify(line)}\n`).join('\n'));
    await write('b.json', `\uFEFF${JSON.stringify(request([aSpan(3)]), null, 2)}\n`);
    await write('c.json', JSON.stringify(request([aSpan(4)])));
    await mkdir(join(directory, 'more'));
    await write('more/d.ndjson.gz', gzipSync(JSON.stringify(request([aSpan(5)]))));
    const first = await run();
    expect([first.code, first.stdout]).toEqual([0, expect.stringContaining('spans: 6\n')]);
    expect(await spanIds()).toEqual([0, 1, 2, 3, 4, 5].map((number) => hex(number, 16)));
    const again = await run();
    expect(again.code).toBe(0);
    expect(again.stdout).toContain('spans: 0, and 6 that were stored already\n');
    expect(await server.sql('SELECT sum(span_count) FROM traces')).toEqual([{ sum: 6 }]);
    const projects = await server.sql(
      'SELECT DISTINCT p.name FROM traces t JOIN projects p ON p.id = t.project_id',
    );
    expect(projects).toEqual([{ name: 'moved' }]);
  });

  it('puts all spans into one project if it is told to', async () => {
    await write('a.json', JSON.stringify(request([aSpan(0)])));
    expect((await run('--project', 'other')).code).toBe(0);
    const projects = await server.sql(
      'SELECT p.name FROM traces t JOIN projects p ON p.id = t.project_id',
    );
    expect(projects).toEqual([{ name: 'other' }]);
  });

  it('keeps IDs that are not hex', async () => {
    await write('a.json', JSON.stringify(request([{ traceId: 'chat-1/ü', spanId: 'Step 1' }])));
    expect((await run()).code).toBe(0);
    expect(await spanIds()).toEqual(['Step 1']);
  });

  it('names what is broken by file, line and reason, and takes the rest', async () => {
    const good = (number: number) => JSON.stringify(request([aSpan(number)]));
    await write('a.jsonl', `${good(0)}\n\n{"resourceSpans": [\n${good(1)}\n{"resourceLogs":[]}\n`);
    await write('b.json', '{\n  "resourceSpans": [\n  }\n');
    const compressed = gzipSync(`${good(2)}\n${good(3)}\n`);
    await write('c.jsonl.gz', compressed.subarray(0, compressed.length - 12));
    await write('d.jsonl', JSON.stringify(request([{ ...aSpan(4), spanId: '' }, aSpan(5)])));
    await write('e.json', 'not JSON');
    await write('readme.txt', 'x');
    const { code, stdout } = await run();
    expect(code).toBe(1);
    const file = (name: string) => join(directory, name);
    expect(stdout).toMatch(/documents: 1\. The body is not JSON: [^\n]+\n +\S+a\.jsonl, line 3\n/);
    expect(stdout).toContain(
      `The document has no resourceSpans.\n    ${file('a.jsonl')}, line 5\n`,
    );
    expect(stdout).toContain(`${file('b.json')}, line 1\n`);
    expect(stdout).toContain(`files: 1. The file cannot be read: unexpected end of file.`);
    expect(stdout).toMatch(/spans: 1\. The span has no span ID\.\n +\S+d\.jsonl, line 1\n/);
    expect(stdout).toContain(`${file('e.json')}, line 1\n`);
    expect(stdout).toContain(`Left out 1 files`);
    const stored = await spanIds();
    expect(stored).toEqual(expect.arrayContaining([hex(0, 16), hex(1, 16), hex(5, 16)]));
  });

  it('refuses a path that does not exist', async () => {
    directory = join(directory, 'nowhere');
    const { code, stdout, stderr } = await run();
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(`There is no file or directory "${directory}".\n`);
  });

  it('stores nothing while the database is nearly full', async () => {
    await write('a.json', JSON.stringify(request([aSpan(0)])));
    const { code, stdout, stderr } = await admin(['import', 'otlp', directory], {
      SPANDREL_DATABASE_URL: server.databaseUrl,
      SPANDREL_DATABASE_ALLOCATED_STORAGE_CAPACITY_GIBIBYTES: '0.001',
    });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('Nothing new is stored until something is deleted.');
    expect(await spanIds()).toEqual([]);
  });

  it('continues after the documents that an earlier import stored', async () => {
    const path = join(directory, 'a.jsonl');
    const documents = [0, 1, 2].map((number) => JSON.stringify(request([aSpan(number)])));
    const content = documents.join('\n');
    const continueAfter = (count: number, size: number) =>
      server.sql('INSERT INTO import_cursors (source, cursor) VALUES ($1, $2)', [
        JSON.stringify(['otlp', directory, null]),
        { files: 0, path, size, documents: count },
      ]);
    await write('a.jsonl', content);
    await continueAfter(2, content.length);
    const rest = await run();
    expect([rest.code, rest.stderr]).toEqual([
      0,
      expect.stringContaining(`Continuing after line 2 of ${path}.`),
    ]);
    expect(await spanIds()).toEqual([hex(2, 16)]);
    expect(await server.sql('SELECT cursor FROM import_cursors')).toEqual([]);
    // A file of another size is another one.
    await continueAfter(2, content.length + 1);
    expect((await run()).stderr).not.toContain('Continuing');
    expect(await spanIds()).toEqual([0, 1, 2].map((number) => hex(number, 16)));
  });
});
