import { CustomModelProvidersService } from '../support/built.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aProvider, CANARY, rowIdOf } from './custom-provider-operations.js';

const FIRST = 'first-secret-0123456789-abcdefghijkl';
const SECOND = 'second-secret-0123456789-abcdefghijk';

/** More than a server reads at a time, in documents with as many aliases as one may have. */
const DOCUMENTS = 3;
const PROVIDERS = 40;

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
  const createMany = async (server: TestServer) => {
    const names = Array.from({ length: PROVIDERS }, (_, at) => `p${at}`);
    const variables = names.map(
      (name) => `$${name}: CreateGenerativeModelCustomProviderMutationInput!`,
    );
    const calls = names.map(
      (name) => `${name}: createGenerativeModelCustomProvider(input: $${name}) { provider { id } }`,
    );
    const ids: number[] = [];
    for (let document = 0; document < DOCUMENTS; document += 1) {
      const { data } = await server.gql<Record<string, { provider: { id: string } }>>(
        `mutation (${variables.join(', ')}) { ${calls.join(' ')} }`,
        Object.fromEntries(names.map((name) => [name, aProvider({ name: `${name}-${document}` })])),
      );
      ids.push(...Object.values(data!).map(({ provider }) => rowIdOf(provider.id)));
    }
    return ids;
  };
  const open = (server: TestServer, id: number) =>
    server.app.get(CustomModelProvidersService).openConnection(id);

  it('are resealed when the secret of the server changes', async () => {
    const before = await start(FIRST);
    const ids = await createMany(before);
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
});
