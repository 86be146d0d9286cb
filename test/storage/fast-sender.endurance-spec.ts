import { randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { anOtlpSpan, postTraces, protobufRequest } from '../ingest/otlp.js';
import { type ClusterDirectory, createClusterDirectory } from '../database/embedded-clusters.js';
import { startChildServer } from '../support/child-server.js';

const MEBIBYTE = 2 ** 20;

/** What may be stored before the disk counts as full. */
const ROOM = 300 * MEBIBYTE;

const SENDERS = 8;

describe('a sender that fills the disk of the embedded database', () => {
  let directory: ClusterDirectory;

  beforeEach(async () => {
    directory = await createClusterDirectory();
  });
  afterEach(() => directory.remove());

  const readFree = async () => {
    const { bavail, bsize } = await statfs(directory.parent);
    return bavail * bsize;
  };

  it('is refused in time, and nothing that was stored is lost', async () => {
    const least = Math.floor(((await readFree()) - ROOM) / MEBIBYTE);
    const server = await startChildServer({
      env: {
        SPANDREL_WORKING_DIR: directory.dataDir,
        SPANDREL_MIN_FREE_DISK_MEBIBYTES: String(least),
      },
      readyWithinMs: 180_000,
    });
    let stored = 0;
    const sender = async (): Promise<void> => {
      for (;;) {
        const text = randomBytes(500_000).toString('base64');
        const spans = [anOtlpSpan({ attributes: { 'input.value': text } })];
        const { status } = await postTraces(server.url, protobufRequest(spans, { project: 'big' }));
        if (status !== 200) return expect(status).toBe(507);
        stored += 1;
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sender));
    expect(await readFree()).toBeGreaterThan((least - 128) * MEBIBYTE);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const project = await fetch(`${server.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        query: '{ projects(first: 10) { edges { node { name recordCount } } } }',
      }),
    });
    expect(JSON.stringify(await project.json())).toContain(`"name":"big","recordCount":${stored}`);
    expect(await server.kill('SIGTERM')).toBe(0);
  }, 900_000);
});
