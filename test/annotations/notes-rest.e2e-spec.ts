import { startTestServer, type TestServer } from '../support/server.js';
import { aTarget, restClient, type StoredTarget, TARGETS } from './targets.js';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe.each(TARGETS)('notes about a $noun over REST', ({ noun, key }) => {
  let target: StoredTarget;

  beforeEach(async () => {
    target = await aTarget(server, { noun });
  });

  const { read } = restClient(
    () => server,
    () => target,
    { noun, key },
  );

  describe('as notes', () => {
    const note = (given: object = {}) =>
      server.request
        .post(`/v1/${noun}_notes`)
        .send({ data: { [key]: target.key, note: ' Look! ', ...given } });

    it('are stored as annotations named `note`', async () => {
      const { status, body } = await note({ [key]: ` ${target.key} ` });
      expect(status).toBe(200);
      expect(body).toEqual({ data: { id: expect.any(String) } });
      expect(await read()).toEqual([
        expect.objectContaining({
          id: body.data.id,
          name: 'note',
          annotator_kind: 'HUMAN',
          result: { label: null, score: null, explanation: 'Look!' },
          metadata: {},
          source: 'API',
          identifier: expect.stringMatching(new RegExp(`^px-${noun}-note:[0-9a-f-]{36}$`)),
        }),
      ]);
    });

    it('are new without an identifier, and replaced with the same one', async () => {
      const first = await note();
      const second = await note({ identifier: '' });
      expect(first.body).not.toEqual(second.body);
      const third = await note({ identifier: 'mine' });
      const fourth = await note({ identifier: 'mine', note: 'Never mind.' });
      expect(fourth.body).toEqual(third.body);
      const texts = (await read()).map(
        ({ result }: { result: { explanation: string } }) => result.explanation,
      );
      expect(texts).toEqual(['Never mind.', 'Look!', 'Look!']);
    });

    it('are one if several callers write the same one at the same moment', async () => {
      const texts = Array.from({ length: 10 }, (_, at) => `Look ${at}!`);
      const responses = await Promise.all(
        texts.map((text) => note({ identifier: 'mine', note: text })),
      );
      expect(responses.map(({ status }) => status)).toEqual(texts.map(() => 200));
      expect(new Set(responses.map(({ body }) => body.data.id)).size).toBe(1);
      const [stored, ...others] = await read();
      expect(others).toEqual([]);
      expect(texts).toContain(stored.result.explanation);
    });

    it('need an existing target', async () => {
      const response = await note({ [key]: 'gone' });
      expect([response.status, response.type]).toEqual([404, 'text/plain']);
      expect(response.text).toMatch(new RegExp(`${key} gone not found`));
    });

    it.each<[string, object]>([
      ['a blank text', { note: ' \n' }],
      ['no text', { note: undefined }],
      ['null as text', { note: null }],
      ['a number as text', { note: 7 }],
      ['a blank target', { [key]: ' ' }],
      ['null as identifier', { identifier: null }],
      ['a long identifier', { identifier: 'x'.repeat(1025) }],
    ])('are refused with %s', async (_, given) => {
      const response = await note(given);
      expect([response.status, response.type]).toEqual([422, 'application/json']);
    });
  });
});
