import { CustomModelProvidersService } from '../support/built.js';
import { startChildServer } from '../support/child-server.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aProvider, CANARY, CREATE, PATCH, rowIdOf } from './custom-provider-operations.js';

const FIRST = 'first-secret-0123456789-abcdefghijkl';
const SECOND = 'second-secret-0123456789-abcdefghijk';

type Created = { createGenerativeModelCustomProvider: { provider: { id: string } } };

describe('custom model providers', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const start = (secret: string, previous = '') =>
    startTestServer({
      SPANDREL_DATABASE_URL: database.url,
      SPANDREL_SECRET: secret,
      SPANDREL_PREVIOUS_SECRETS: previous,
    });
  const create = async (server: TestServer, name: string) => {
    const { data } = await server.gql<Created>(CREATE, { input: aProvider({ name }) });
    return rowIdOf(data!.createGenerativeModelCustomProvider.provider.id);
  };
  const open = (server: TestServer, id: number) =>
    server.app.get(CustomModelProvidersService).openConnection(id);

  it('are resealed when the secret of the server changes', async () => {
    const before = await start(FIRST);
    const ids: number[] = [];
    for (let at = 0; at < 120; at++) ids.push(await create(before, `p${at}`));
    const broken = ids[60]!;
    await before.sql(`UPDATE custom_model_providers SET key_id = 'forgotten' WHERE id = $1`, [
      broken,
    ]);
    const times = 'SELECT id, updated_at FROM custom_model_providers ORDER BY id';
    const changed = await before.sql(times);
    await before.stop();

    const rotated = await start(SECOND, FIRST);
    expect(await rotated.sql(times)).toEqual(changed);
    expect(
      await rotated.sql(
        'SELECT count(*) AS count FROM custom_model_providers GROUP BY key_id ORDER BY count',
      ),
    ).toEqual([{ count: 1 }, { count: 119 }]);
    await rotated.stop();

    const after = await start(SECOND);
    expect(await open(after, ids[0]!)).toMatchObject({ apiKey: CANARY });
    expect(await open(after, ids[119]!)).toMatchObject({ apiKey: CANARY });
    await expect(open(after, broken)).rejects.toThrow('cannot be read');
    await after.stop();
  });

  it('are not in the log, even if their input is refused or their seal is broken', async () => {
    const before = await start(FIRST);
    await create(before, 'sealed with the first secret');
    await before.stop();
    const child = await startChildServer({
      env: {
        SPANDREL_DATABASE_URL: database.url,
        SPANDREL_LOGGING_LEVEL: 'debug',
        SPANDREL_LOG_SQL: 'true',
        SPANDREL_MASK_INTERNAL_SERVER_ERRORS: 'false',
        SPANDREL_SECRET: SECOND,
      },
    });
    const send = async (query: string, input: object): Promise<{ data?: Created }> => {
      const response = await fetch(`${child.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { input } }),
      });
      return response.json() as Promise<{ data?: Created }>;
    };
    const { data } = await send(CREATE, aProvider());
    const { id } = data!.createGenerativeModelCustomProvider.provider;
    const baseUrl = `https://me:${CANARY}@models.example.com`;
    await send(CREATE, aProvider());
    await send(PATCH, { id, clientConfig: { openai: { apiKey: CANARY, baseUrl } } });
    await send(PATCH, { id, clientConfig: { openai: { apiKey: [CANARY] } } });
    await child.kill('SIGTERM');
    expect(child.output()).toContain('a sealed value cannot be read');
    expect(child.output()).not.toContain(CANARY);
  }, 120_000);
});
