import { randomBytes } from 'node:crypto';
import { startTestServer, type TestServer } from '../support/server.js';
import { aTarget, restClient, type StoredTarget, TARGETS } from './targets.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe.each(TARGETS)('annotations of $noun targets over REST', ({ noun, key }) => {
  let target: StoredTarget;

  beforeEach(async () => {
    target = await aTarget(server, { noun });
  });

  const { list, item, post, read } = restClient(
    () => server,
    () => target,
    { noun, key },
  );

  describe('in lists', () => {
    it('are paged, newest stored first, ten by default', async () => {
      await post(...Array.from({ length: 12 }, (_, at) => item({ name: `n${at}` })));
      const ids = { [`${noun}_ids`]: target.key };
      const first = await server.request.get(list()).query(ids);
      expect(first.body.data.map(({ name }: { name: string }) => name)).toEqual(
        [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((at) => `n${at}`),
      );
      const cursor = first.body.next_cursor;
      const second = await server.request.get(list()).query({ ...ids, cursor, limit: 10_000 });
      expect(second.body.data.map(({ name }: { name: string }) => name)).toEqual(['n1', 'n0']);
      expect(second.body.data[0].id).toBe(cursor);
      expect(second.body.next_cursor).toBeNull();
    });

    it('are selected by identifier in the whole project, and by name', async () => {
      const { projectId, project } = target;
      const other = await aTarget(server, { noun }, { projectId, project });
      const foreign = await aTarget(server, { noun });
      await post(
        item({ identifier: 'run-1' }),
        item({ name: 'tone', identifier: 'run-1', [key]: other.key }),
        item({ identifier: 'run-2' }),
        item({ identifier: 'run-1', [key]: foreign.key }),
        item({ name: 'tone' }),
      );
      await server.request
        .post(`/v1/${noun}_notes`)
        .send({ data: { [key]: target.key, note: 'Look!', identifier: 'run-1' } });
      const found = async (query: object) =>
        (await read(query)).map(
          (row: Record<string, string>) => `${row['name']} ${row['identifier']}`,
        );
      expect(await found({ identifier: 'run-1' })).toEqual([
        'note run-1',
        'tone run-1',
        'quality run-1',
      ]);
      expect(
        await found({ identifier: ['run-1', 'run-2'], exclude_annotation_names: 'note' }),
      ).toEqual(['quality run-2', 'tone run-1', 'quality run-1']);
      expect(await found({ identifier: 'run-1', [`${noun}_ids`]: other.key })).toEqual([
        'tone run-1',
      ]);
      expect(
        await found({
          [`${noun}_ids`]: [target.key, other.key, 'unknown'],
          include_annotation_names: ['tone', 'note'],
          exclude_annotation_names: ['note'],
        }),
      ).toEqual(['tone ', 'tone run-1']);
      expect(await found({ identifier: 'nobody' })).toEqual([]);
    });

    it('answer 404 only if none of the targets is in the project', async () => {
      const foreign = await aTarget(server, { noun });
      await post(item({ [key]: foreign.key }));
      const get = (query: object) => server.request.get(list()).query(query);
      expect((await get({ [`${noun}_ids`]: foreign.key })).status).toBe(404);
      expect((await get({ [`${noun}_ids`]: [foreign.key, 'x\0'] })).status).toBe(404);
      expect((await get({ [`${noun}_ids`]: [foreign.key, target.key] })).body.data).toEqual([]);
      const both = await get({ [`${noun}_ids`]: foreign.key, identifier: 'x' });
      expect([both.status, both.body]).toEqual([200, { data: [], next_cursor: null }]);
    });

    it('accept 1,000 IDs of full length in one URL, but no more', async () => {
      await post(item());
      const others = Array.from({ length: 1000 }, () => randomBytes(16).toString('hex'));
      const query = { [`${noun}_ids`]: [...others.slice(1), target.key], limit: 1000 };
      expect((await read(query)).map(({ name }: { name: string }) => name)).toEqual(['quality']);
      const refused = await server.request
        .get(list())
        .query({ [`${noun}_ids`]: [...others, target.key] });
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('1000')]);
    });

    it('refuse bad parameters, before they look for the project', async () => {
      const get = async (query: object) => {
        const response = await server.request
          .get(`/v1/projects/fake/${noun}_annotations`)
          .query(query);
        return [response.status, response.type];
      };
      const ids = { [`${noun}_ids`]: 'x' };
      const text = [422, 'text/plain'];
      const json = [422, 'application/json'];
      expect(await get({})).toEqual(text);
      expect(await get({ include_annotation_names: 'x' })).toEqual(text);
      expect(await get({ identifier: '' })).toEqual(json);
      expect(await get({ ...ids, limit: 0 })).toEqual(json);
      expect(await get({ ...ids, limit: 10_001 })).toEqual(json);
      expect(await get({ ...ids, cursor: 'x' })).toEqual(text);
      expect(await get({ identifier: Array.from({ length: 1001 }, (_, at) => `i${at}`) })).toEqual(
        text,
      );
      expect(await get(ids)).toEqual([404, 'text/plain']);
    });
  });

  describe('in bulk deletions', () => {
    const remove = (query: object) => server.request.delete(list()).query(query);
    const names = async () => (await read()).map(({ name }: { name: string }) => name).toSorted();
    const DAY = { start_time: '2031-05-01', end_time: '2031-05-02' };

    beforeEach(async () => {
      await post(
        item({ name: 'a', identifier: 'x' }),
        item({ name: 'b', annotator_kind: 'LLM' }),
        item({ name: 'c', annotator_kind: 'CODE' }),
      );
      const table = `${noun}_annotations`;
      await server.sql(
        `UPDATE ${table} SET created_at = '2031-05-01T00:00:00Z' WHERE name IN ('a', 'b')`,
      );
      await server.sql(`UPDATE ${table} SET created_at = '2031-05-02T00:00:00Z' WHERE name = 'c'`);
    });

    it('need both bounds or delete_all', async () => {
      for (const query of [
        {},
        { name: 'a' },
        { start_time: '2031-01-01' },
        { end_time: '2032-01-01' },
        { delete_all: false },
        { start_time: '2031-01-02', end_time: '2031-01-02' },
        { start_time: '2031-01-02', end_time: '2031-01-01', delete_all: true },
      ]) {
        const response = await server.request
          .delete(`/v1/projects/fake/${noun}_annotations`)
          .query(query);
        expect([response.status, response.type]).toEqual([422, 'text/plain']);
      }
      for (const query of [
        { ...DAY, name: '' },
        { ...DAY, identifier: '' },
        { ...DAY, annotator_kind: 'human' },
        { ...DAY, start_time: 'noon' },
      ]) {
        const response = await remove(query);
        expect([response.status, response.type]).toEqual([422, 'application/json']);
      }
      expect(await names()).toEqual(['a', 'b', 'c']);
      const { status } = await server.request
        .delete(`/v1/projects/fake/${noun}_annotations`)
        .query(DAY);
      expect(status).toBe(404);
    });

    it('delete what was created in a range: its end is exclusive', async () => {
      const response = await remove(DAY);
      expect([response.status, response.text]).toEqual([204, '']);
      expect(await names()).toEqual(['c']);
    });

    it('delete what matches all filters', async () => {
      await remove({ ...DAY, name: 'a', identifier: 'y' });
      await remove({ ...DAY, name: 'a', annotator_kind: 'LLM' });
      await remove({ delete_all: true, start_time: '2031-05-03' });
      expect(await names()).toEqual(['a', 'b', 'c']);
      await remove({ delete_all: true, identifier: 'x' });
      expect(await names()).toEqual(['b', 'c']);
      await remove({ delete_all: true, start_time: '2031-05-01T00:00:01' });
      expect(await names()).toEqual(['b']);
    });

    it('leave other projects alone', async () => {
      const foreign = await aTarget(server, { noun });
      await post(item({ [key]: foreign.key }));
      expect((await remove({ delete_all: 'yes' })).status).toBe(204);
      expect(await names()).toEqual([]);
      const kept = await server.request
        .get(`/v1/projects/${foreign.project}/${noun}_annotations`)
        .query({ [`${noun}_ids`]: foreign.key });
      expect(kept.body.data).toHaveLength(1);
    });
  });
});
