import { globalId } from '../support/global-id.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aVersion, promptId, push, rowIdIn, saying, type VersionItem } from './sent-prompts.js';

describe('prompts over REST', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());
  afterEach(() => server.sql('DELETE FROM prompts'));

  const post = (body: unknown) => server.request.post('/v1/prompts').send(body as object);

  describe('POST /v1/prompts', () => {
    it('creates a prompt with its first version and returns only the version', async () => {
      const body = {
        prompt: {
          name: 'greeter',
          description: 'd',
          metadata: { team: 'x' },
          source_prompt_id: 'x',
        },
        version: aVersion({
          model_provider: 'DEEPSEEK',
          model_name: 'm',
          template_format: 'F_STRING',
          template: { type: 'chat', messages: [{ role: 'system', content: 'Be {tone}.' }] },
          invocation_parameters: { type: 'deepseek', deepseek: { temperature: 0.1 } },
        }),
      };
      const response = await post(body).expect(200);
      const { id, ...rest } = response.body.data as VersionItem;
      expect(rest).toEqual({
        description: '',
        model_provider: 'DEEPSEEK',
        model_name: 'm',
        template: { type: 'chat', messages: [{ role: 'system', content: 'Be {tone}.' }] },
        template_type: 'CHAT',
        template_format: 'F_STRING',
        invocation_parameters: { type: 'openai', openai: { temperature: 0.1 } },
        metadata: {},
      });
      expect(id).toBe(globalId('PromptVersion', rowIdIn(id)));
      const list = await server.request.get('/v1/prompts').expect(200);
      expect(list.body).toEqual({
        data: [
          {
            name: 'greeter',
            description: 'd',
            source_prompt_id: null,
            metadata: { team: 'x' },
            id: await promptId(server, 'greeter'),
          },
        ],
        next_cursor: null,
      });
    });

    it('adds a version to an existing prompt without changing its details', async () => {
      await push(server, 'same', aVersion(), { description: 'first', metadata: { a: 1 } });
      const second = await push(server, 'same', aVersion(), {
        description: 'second',
        metadata: {},
      });
      const third = await push(server, 'same', aVersion(), { metadata: null });
      expect(rowIdIn(third.id)).toBeGreaterThan(rowIdIn(second.id));
      const { body } = await server.request.get('/v1/prompts');
      expect(body.data).toMatchObject([{ description: 'first', metadata: { a: 1 } }]);
      const versions = await server.request.get('/v1/prompts/same/versions');
      expect(versions.body.data).toHaveLength(3);
    });

    it('stores and returns JSON exactly as it was sent', async () => {
      const json = '{"z":[1.0,9007199254740993,1e2],"__proto__":{"a":null},"a":{"":"é😀\\u0000"}}';
      const tools =
        `{"type":"tools","tools":[{"type":"raw","raw":${json}},` +
        `{"type":"function","function":{"name":"f","parameters":${json}}}]}`;
      const format = `{"type":"json_schema","json_schema":{"name":"n","schema":${json}}}`;
      const extra = `{"type":"openai","openai":{"seed":9007199254740993,"extra_body":${json}}}`;
      const version = JSON.stringify(aVersion())
        .slice(0, -1)
        .replace(/"invocation_parameters":.*/, '');
      const sent =
        `{"prompt":{"name":"exact","metadata":${json}},"version":${version}"tools":${tools},` +
        `"response_format":${format},"invocation_parameters":${extra},"metadata":${json}}}`;
      const created = await server.request
        .post('/v1/prompts')
        .set('content-type', 'application/json')
        .send(sent)
        .expect(200);
      const latest = await server.request.get('/v1/prompts/exact/latest').expect(200);
      const stored = json.replace('1e2', '100.0').replace('\\u0000', '\ufffd');
      for (const { text } of [created, latest]) {
        for (const part of [tools, format, extra, `"metadata":${json}`]) {
          expect(text).toContain(part.replaceAll(json, stored));
        }
      }
      expect((await server.request.get('/v1/prompts')).text).toContain(`"metadata":${stored}`);
    });

    it('keeps the description of a version, and texts in every script', async () => {
      const content = 'Γειά 你好 שלום 😀 "quotes" \\ {{名前}}\n';
      const created = await push(server, 'note', saying(content, { description: ' as it is ' }));
      expect(created).toMatchObject({
        description: ' as it is ',
        template: { messages: [{ content }] },
      });
    });

    it('refuses a string template with an explanation', async () => {
      const version = aVersion({
        template_type: 'STR',
        template: { type: 'string', template: 'x' },
      });
      const response = await post({ prompt: { name: 'text' }, version }).expect(422);
      expect(response.type).toBe('text/plain');
      expect(response.text).toContain('chat');
      expect(await server.sql('SELECT id FROM prompts')).toEqual([]);
    });

    const PUNCTUATION = ' !"#$%&\'()*+,./:;<=>?@[\\]^`{|}~\t\n\0'.split('');
    const NAMES = [
      ...PUNCTUATION.flatMap((mark) => [mark, `a${mark}`, `${mark}a`, `a${mark}b`]),
      ...',-,_,-a,a-,_a,a_,A,aB,é,ß,名,а,１,\ud800'.split(','),
      'a'.repeat(1025),
    ];

    it('refuses every name that is not an identifier, in the body and in paths', async () => {
      for (const name of NAMES) {
        const response = await post({ prompt: { name }, version: aVersion() });
        expect([name, response.status, response.body.detail?.[0]]).toMatchObject([
          name,
          422,
          { type: 'string_pattern_mismatch', loc: ['body', 'prompt', 'name'] },
        ]);
      }
      const inAddresses = NAMES.filter((name) => name !== '' && name.isWellFormed());
      for (const name of inAddresses) {
        const path = `/v1/prompts/${encodeURIComponent(name).replaceAll('.', '%2E')}`;
        const answers = [
          await server.request.get(`${path}/latest`),
          await server.request.get(`${path}/versions`),
          await server.request.get(`${path}/tags/production`),
          await server.request.get(
            `/v1/prompts/p/tags/${encodeURIComponent(name).replaceAll('.', '%2E')}`,
          ),
          await server.request.delete(path),
        ];
        expect([name, ...answers.map(({ status, type }) => `${status} ${type}`)]).toEqual([
          name,
          ...answers.map(() => '422 text/plain'),
        ]);
      }
    });

    it.each(['a', '0', 'a-b_c', '0--__0', 'x'.repeat(1024)])(
      'accepts the name %s',
      async (name) => {
        await push(server, name);
        await server.request.get(`/v1/prompts/${name}/latest`).expect(200);
      },
    );

    it.each([
      [undefined, 'missing body'],
      [{}, 'missing body.prompt,missing body.version'],
      [{ prompt: null, version: aVersion() }, 'model_type body.prompt'],
      [{ prompt: {}, version: aVersion() }, 'missing body.prompt.name'],
      [{ prompt: { name: 5 }, version: aVersion() }, 'string_type body.prompt.name'],
      [
        { prompt: { name: 'a', description: '\0' }, version: aVersion() },
        'storable body.prompt.description',
      ],
      [
        { prompt: { name: 'a', metadata: [] }, version: aVersion() },
        'dict_type body.prompt.metadata',
      ],
      [
        {
          prompt: { name: 'a' },
          version: aVersion({ model_provider: 'X', template: { type: 'x' } }),
        },
        'enum body.version.model_provider,union_tag_invalid body.version.template',
      ],
      [
        {
          prompt: { name: 'a' },
          version: aVersion({ invocation_parameters: { type: 'anthropic', anthropic: {} } }),
        },
        'missing body.version.invocation_parameters.anthropic.anthropic.max_tokens',
      ],
    ])('explains what is wrong with %j', async (body, expected) => {
      const response = await post(body).expect(422);
      const detail = response.body.detail as { type: string; loc: string[] }[];
      expect(detail.map(({ type, loc }) => `${type} ${loc.join('.')}`).join()).toBe(expected);
      expect(await server.sql('SELECT id FROM prompts')).toEqual([]);
    });

    it('refuses absurdly deep JSON without storing anything', async () => {
      const deep = `${'['.repeat(2000)}${']'.repeat(2000)}`;
      const version = JSON.stringify(aVersion()).slice(0, -1);
      const response = await server.request
        .post('/v1/prompts')
        .set('content-type', 'application/json')
        .send(
          `{"prompt":{"name":"deep"},"version":${version},` +
            `"tools":{"type":"tools","tools":[{"type":"raw","raw":{"a":${deep}}}]}}}`,
        );
      expect(response.status).toBe(422);
      expect(await server.sql('SELECT id FROM prompts')).toEqual([]);
    });

    it('creates one prompt from many simultaneous first versions and loses none of them', async () => {
      const versions = await Promise.all(
        Array.from({ length: 20 }, (_, n) => push(server, 'rush', saying(`${n}`))),
      );
      expect(new Set(versions.map(({ id }) => id)).size).toBe(20);
      expect(await server.sql('SELECT name FROM prompts')).toEqual([{ name: 'rush' }]);
      const { body } = await server.request.get('/v1/prompts/rush/versions');
      expect(body.data).toHaveLength(20);
    });
  });

  describe('finding versions', () => {
    it('returns the newest version, a version by id, and versions by either identifier of the prompt', async () => {
      const first = await push(server, 'p', saying('one'));
      const second = await push(server, 'p', saying('two'));
      const id = await promptId(server, 'p');
      for (const identifier of ['p', encodeURIComponent(id)]) {
        const latest = await server.request.get(`/v1/prompts/${identifier}/latest`).expect(200);
        expect(latest.body).toEqual({ data: second });
        const all = await server.request.get(`/v1/prompts/${identifier}/versions`).expect(200);
        expect(all.body).toEqual({ data: [second, first], next_cursor: null });
      }
      const one = await server.request.get(`/v1/prompt_versions/${encodeURIComponent(first.id)}`);
      expect(one.body).toEqual({ data: first });
    });

    it('returns lists page by page', async () => {
      for (const name of ['a', 'b', 'c', 'd', 'e']) await push(server, name);
      for (let n = 0; n < 4; n++) await push(server, 'a', saying(`${n}`));
      for (const path of ['/v1/prompts', '/v1/prompts/a/versions']) {
        const whole = await server.request.get(path).expect(200);
        expect(whole.body.data).toHaveLength(5);
        const ids: string[] = [];
        let cursor: string | null = '';
        while (cursor !== null) {
          const page = await server.request.get(path).query({ limit: 2, cursor }).expect(200);
          ids.push(...(page.body.data as VersionItem[]).map(({ id }) => id));
          cursor = page.body.next_cursor as string | null;
          if (cursor) expect(whole.text).toContain(cursor);
        }
        expect(ids).toEqual((whole.body.data as VersionItem[]).map(({ id }) => id));
      }
    });

    it.each(['/v1/prompts', '/v1/prompts/a/versions'])(
      'refuses invalid limits and cursors for %s',
      async (path) => {
        for (const limit of ['0', '-1', 'x', '1.5']) {
          const response = await server.request.get(path).query({ limit }).expect(422);
          expect(response.body.detail[0].loc).toEqual(['query', 'limit']);
        }
        const response = await server.request.get(path).query({ cursor: 'nonsense' }).expect(422);
        expect(response.type).toBe('text/plain');
      },
    );

    it('distinguishes missing objects from invalid identifiers', async () => {
      const absent = encodeURIComponent(globalId('Prompt', 999_999));
      const foreign = encodeURIComponent(globalId('Dataset', 1));
      const status = async (path: string) => (await server.request.get(path)).status;
      expect(await status('/v1/prompts/fake-id-0a1b2c3d/versions')).toBe(200);
      expect(await status(`/v1/prompts/${absent}/versions`)).toBe(200);
      expect(await status('/v1/prompts/fake-id-0a1b2c3d/latest')).toBe(404);
      expect(await status('/v1/prompts/fake-id-0a1b2c3d/tags/test-tag')).toBe(404);
      expect(await status(`/v1/prompts/${absent}/latest`)).toBe(404);
      expect(await status(`/v1/prompts/${foreign}/latest`)).toBe(422);
      expect(await status(`/v1/prompt_versions/${absent}`)).toBe(422);
      expect(await status('/v1/prompt_versions/fake-id-0a1b2c3d')).toBe(422);
      expect(await status('/v1/prompt_versions/fake-id-0a1b2c3d/tags')).toBe(422);
      const version = encodeURIComponent(globalId('PromptVersion', 999_999));
      expect(await status(`/v1/prompt_versions/${version}`)).toBe(404);
      expect(await status(`/v1/prompt_versions/${version}/tags`)).toBe(404);
    });
  });
});
