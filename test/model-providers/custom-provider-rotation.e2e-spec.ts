import { CustomModelProvidersService } from '../support/built.js';
import { restartWithSecret } from '../support/other-secret.js';
import { startTestServer, type TestServer } from '../support/server.js';
import { aProvider, CANARY, rowIdOf } from './custom-provider-operations.js';

const FIRST = 'first-secret-0123456789-abcdefghijkl';
const SECOND = 'second-secret-0123456789-abcdefghijk';

/** More than a server reads at a time, in documents with as many aliases as one may have. */
const DOCUMENTS = 3;
const PROVIDERS = 40;

describe('custom model providers', () => {
  let server: TestServer;

  beforeEach(async () => {
    server = await startTestServer({ SPANDREL_SECRET: FIRST });
  });
  afterEach(() => server.stop());

  const createMany = async () => {
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
  const open = (id: number) => server.app.get(CustomModelProvidersService).openConnection(id);

  it('are resealed when the secret of the server changes', async () => {
    const ids = await createMany();
    const broken = ids[60]!;
    await server.sql(`UPDATE custom_model_providers SET key_id = 'forgotten' WHERE id = $1`, [
      broken,
    ]);
    const times = 'SELECT id, updated_at FROM custom_model_providers ORDER BY id';
    const changed = await server.sql(times);

    await restartWithSecret(server, SECOND, FIRST);
    expect(await server.sql(times)).toEqual(changed);
    expect(
      await server.sql(
        'SELECT count(*) AS count FROM custom_model_providers GROUP BY key_id ORDER BY count',
      ),
    ).toEqual([{ count: 1 }, { count: 119 }]);

    await restartWithSecret(server, SECOND);
    expect(await open(ids[0]!)).toMatchObject({ apiKey: CANARY });
    expect(await open(ids[119]!)).toMatchObject({ apiKey: CANARY });
    await expect(open(broken)).rejects.toThrow('cannot be read');
  });
});
