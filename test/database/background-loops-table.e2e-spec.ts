import { readFile } from 'node:fs/promises';
import { VARIABLE_NAMES } from '../../src/config/env.js';
import { BackgroundLoops } from '../support/built.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { insertLoops } from './background-loops-table.js';

const DOCUMENT = new URL('../../docs/operating.md', import.meta.url);

describe('the table of background loops', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  const declared = () =>
    [...server.app.get(BackgroundLoops, { strict: false }).list().values()].map(
      ({ declaration }) => declaration,
    );

  it('is what scripts/write-loops.mjs writes', async () => {
    const document = await readFile(DOCUMENT, 'utf8');
    expect(document).toBe(await insertLoops(document, declared()));
  });

  it('names variables that the server reads', () => {
    const named = declared().flatMap(({ variables = [] }) => variables);
    expect(named.filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([]);
  });

  it('needs its place', async () => {
    await expect(insertLoops('# Operating', [])).rejects.toThrow('is missing');
  });
});
