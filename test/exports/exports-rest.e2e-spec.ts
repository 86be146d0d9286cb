import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { admin } from '../support/admin.js';
import { eventually } from '../support/eventually.js';
import { sendTraces } from '../support/send-traces.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { fillLargeProject } from './large-project.js';

const BASE = '/v1/projects/shop/spans/export';

describe('GET /v1/projects/{project_identifier}/spans/export', () => {
  let server: TestServer;
  let directory: string;

  beforeAll(async () => {
    server = await startTestServer();
    directory = await mkdtemp(join(tmpdir(), 'spandrel-export-rest-'));
    await sendTraces(server.url, [
      { project: 'shop', name: 'early', startedAt: new Date('2026-03-01T10:00:00Z') },
      { project: 'shop', name: 'late', startedAt: new Date('2026-03-02T10:00:00Z') },
    ]);
  });
  afterAll(async () => {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const download = async (query: string): Promise<string> => {
    const response = await fetch(`${server.url}${BASE}?${query}`);
    expect(response.status).toBe(200);
    const path = join(directory, 'download');
    await writeFile(path, new Uint8Array(await response.arrayBuffer()));
    return path;
  };

  it.each(['otlp', 'parquet'])('downloads the same file as the command: %s', async (format) => {
    const downloaded = await readFile(await download(`format=${format}`));
    const out = join(directory, `by-command.${format}`);
    const { code } = await admin(
      ['export', '--project', 'shop', '--format', format, '--out', out],
      { SPANDREL_DATABASE_URL: server.databaseUrl },
    );
    expect(code).toBe(0);
    expect(downloaded.equals(await readFile(out))).toBe(true);
  });

  it('names the file and its type', async () => {
    const { headers } = await fetch(`${server.url}${BASE}?format=parquet`);
    expect(headers.get('content-type')).toBe('application/vnd.apache.parquet');
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''shop.parquet");
  });

  it('exports only spans of a time, or none', async () => {
    const path = await download('format=parquet&start_time=2026-03-02');
    const rows = await parquetReadObjects({ file: await asyncBufferFromFile(path) });
    expect(rows.map(({ name }) => name)).toEqual(['late']);
    expect(await readFile(await download('format=otlp&end_time=2026-01-01'), 'utf8')).toBe('');
  });

  it.each([
    ['/v1/projects/nothing/spans/export?format=otlp', 404, 'Project "nothing" not found.'],
    [BASE, 422, 'format'],
    [`${BASE}?format=xml`, 422, 'format'],
    [`${BASE}?format=otlp&start_time=soon`, 422, 'start_time'],
  ])('refuses %s with %i', async (path, status, text) => {
    const response = await server.request.get(path);
    expect([response.status, response.text]).toEqual([status, expect.stringContaining(text)]);
  });

  it('refuses a fifth download at once, and accepts it when another one has ended', async () => {
    await fillLargeProject(server, 30);
    const url = `${server.url}/v1/projects/large/spans/export?format=otlp`;
    const headers = { 'accept-encoding': 'identity' };
    const begin = async () => {
      const aborter = new AbortController();
      const response = await fetch(url, { headers, signal: aborter.signal });
      // A response that nobody holds would be canceled by the garbage collector.
      return { response, leave: () => aborter.abort() };
    };
    const downloads = await Promise.all([begin(), begin(), begin(), begin()]);
    expect(downloads.map(({ response }) => response.status)).toEqual([200, 200, 200, 200]);
    const fifth = await server.request.get('/v1/projects/large/spans/export?format=otlp');
    expect(fifth.status).toBe(503);
    expect(fifth.text).toBe('Too many exports are running. Try again in a minute.');
    for (const { leave } of downloads) leave();
    await eventually('the end of the downloads', async () => {
      const { response, leave } = await begin();
      leave();
      return response.status === 200;
    });
  });
});
