import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { push, rowIdIn, saying } from './sent-prompts.js';

describe('tags of prompt versions over REST', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  afterEach(() => server.sql('DELETE FROM prompts'));

  const pathOf = (id: string) => `/v1/prompt_versions/${encodeURIComponent(id)}/tags`;
  const set = (id: string, body: object | undefined = { name: 'production' }) =>
    server.request.post(pathOf(id)).send(body);
  const tagged = async (name: string, tag = 'production') => {
    const response = await server.request.get(`/v1/prompts/${name}/tags/${tag}`);
    return response.status === 200 ? (response.body.data.id as string) : response.status;
  };

  it('point to a version and move only between versions of their prompt', async () => {
    const first = await push(server, 'p', saying('1'));
    const second = await push(server, 'p', saying('2'));
    const other = await push(server, 'other');
    const response = await set(first.id, { name: 'production', description: 'live' }).expect(204);
    expect(response.text).toBe('');
    await set(other.id).expect(204);
    expect(await tagged('p')).toBe(first.id);
    const { body } = await server.request.get(pathOf(first.id)).expect(200);
    const tag = { name: 'production', description: 'live', id: expect.any(String) };
    expect(body).toEqual({ data: [tag], next_cursor: null });

    await set(second.id).expect(204);
    expect(await tagged('p')).toBe(second.id);
    expect(await tagged('other')).toBe(other.id);
    expect((await server.request.get(pathOf(first.id))).body.data).toEqual([]);
    const moved = await server.request.get(pathOf(second.id));
    expect(moved.body.data).toEqual([{ name: 'production', id: body.data[0].id }]);

    // Moves the tag back and forth.
    for (const { id } of [first, second, first, first]) {
      await set(id).expect(204);
      expect(await tagged('p')).toBe(id);
    }
  });

  it('are listed newest first, page by page', async () => {
    const { id } = await push(server, 'p');
    for (const name of ['c', 'a', 'e', 'b', 'd']) await set(id, { name });
    const names: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null; pages++) {
      expect(pages).toBeLessThan(4);
      const page = await server.request.get(pathOf(id)).query({ limit: 2, cursor }).expect(200);
      names.push(...(page.body.data as { name: string }[]).map(({ name }) => name));
      cursor = page.body.next_cursor as string | null;
    }
    expect(names.join('')).toBe('dbeac');
    const below = globalId('PromptVersionTag', 0);
    const empty = await server.request.get(pathOf(id)).query({ cursor: below }).expect(200);
    expect(empty.body).toEqual({ data: [], next_cursor: null });
    await server.request.get(pathOf(id)).query({ cursor: 'x' }).expect(422);
    await server.request.get(pathOf(id)).query({ limit: 0 }).expect(422);
  });

  it('always point to one version, even if many requests move them', async () => {
    const versions = await Promise.all(
      ['1', '2', '3', '4'].map((text) => push(server, 'p', saying(text))),
    );
    const ids = versions.map(({ id }) => id);
    await set(ids[0]!);
    const reads: unknown[] = [];
    await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        await set(ids[n % 4]!, { name: n % 2 ? 'production' : 'staging' }).expect(204);
        reads.push(await tagged('p'));
      }),
    );
    for (const read of reads) expect(ids).toContain(read);
    const rows = await server.sql('SELECT name FROM prompt_version_tags ORDER BY name');
    expect(rows).toEqual([{ name: 'production' }, { name: 'staging' }]);
  });

  it('can be deleted through any version of their prompt', async () => {
    const first = await push(server, 'p', saying('1'));
    const second = await push(server, 'p', saying('2'));
    const other = await push(server, 'other');
    await set(first.id);
    const path = (id: string, name = 'production') => `${pathOf(id)}/${name}`;
    await server.request.delete(path(other.id)).expect(404);
    await server.request.delete(path(second.id)).expect(204);
    await server.request.delete(path(second.id)).expect(404);
    expect(await tagged('p')).toBe(404);
    await server.request.delete(path(first.id, 'No%21')).expect(422);
    await server.request.delete('/v1/prompt_versions/fake-id-0a1b2c3d/tags/test-tag').expect(422);
    await server.request.delete(path(globalId('PromptVersion', 999_999))).expect(404);
    await server.request.delete(path(globalId('Prompt', 1))).expect(422);
  });

  it.each([
    [undefined, 'body'],
    [{}, 'body.name'],
    [{ name: null }, 'body.name'],
    [{ name: 5 }, 'body.name'],
    [{ name: 'No!' }, 'body.name'],
    [{ name: 'a\n' }, 'body.name'],
    [{ name: 'ümlaut' }, 'body.name'],
    [{ name: 'a'.repeat(1025) }, 'body.name'],
    [{ name: 'a', description: 5 }, 'body.description'],
    [{ name: 'a', description: '\0' }, 'body.description'],
  ])('are not created from %j', async (body, place) => {
    const { id } = await push(server, 'p');
    const request = server.request.post(pathOf(id));
    const response = await (body ? request.send(body) : request).expect(422);
    expect(response.body.detail[0].loc.join('.')).toBe(place);
    expect(await server.sql('SELECT 1 FROM prompt_version_tags')).toEqual([]);
  });

  it('cannot point to a version that does not exist', async () => {
    const { id } = await push(server, 'p');
    await set('fake-id-0a1b2c3d').expect(422);
    await set(globalId('Prompt', rowIdIn(id))).expect(422);
    await set(globalId('PromptVersion', 999_999)).expect(404);
  });

  it('have links that redirect to the page of their version', async () => {
    const first = await push(server, 'p', saying('1'));
    const second = await push(server, 'p', saying('2'));
    const [{ id } = { id: 0 }] = await server.sql<{ id: number }>('SELECT id FROM prompts');
    const prompt = encodeURIComponent(globalId('Prompt', id));
    for (const version of [first, second]) {
      await set(version.id);
      const page = `/prompts/${prompt}/versions/${encodeURIComponent(version.id)}`;
      for (const identifier of ['p', prompt]) {
        const response = await server.request.get(
          `/redirects/prompts/${identifier}/tags/production`,
        );
        expect([response.status, response.headers['location']]).toEqual([302, page]);
      }
    }
    for (const path of ['p/tags/nope', 'nope/tags/production', 'No%21/tags/x', 'p/tags/%3Cb%3E']) {
      const response = await server.request.get(`/redirects/prompts/${path}`).expect(404);
      expect(response.type).toBe('text/html');
      expect(response.text).not.toContain('<b>');
    }
  });
});
