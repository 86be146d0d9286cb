import { BuiltInModelsService } from '../support/built.js';
import { startTestServer, type TestServer } from '../support/server.js';

describe('built-in models', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  it('stay as they are when a server starts, and return to the repository when they differ', async () => {
    const readBuiltIn = () =>
      server.sql(
        `SELECT m.*, p.is_prompt, p.token_type, p.cost_per_million, p.tier_threshold
           FROM generative_models m JOIN token_prices p ON p.model_id = m.id
          WHERE kind = 'BUILT_IN' AND deleted_at IS NULL
          ORDER BY m.id, p.is_prompt, p.token_type`,
      );
    const before = await readBuiltIn();
    const service = server.app.get(BuiltInModelsService);
    await Promise.all([service.synchronize(), service.synchronize()]);
    expect(await readBuiltIn()).toEqual(before);
    await server.sql(
      `UPDATE token_prices SET cost_per_million = 7 WHERE model_id IN (
         SELECT id FROM generative_models WHERE name = 'gpt-4o' AND kind = 'BUILT_IN')`,
    );
    await server.sql(
      `INSERT INTO generative_models (name, name_pattern, kind) VALUES ('gone', 'gone', 'BUILT_IN')`,
    );
    await service.synchronize();
    const { data } = await server.gql<{
      generativeModels: { edges: { node: { name: string } }[] };
    }>('{ generativeModels(first: 1000) { edges { node { name } } } }');
    const names = data!.generativeModels.edges.map(({ node }) => node.name);
    expect(names).toContain('gpt-4o');
    expect(names).not.toContain('gone');
    const [price] = await server.sql<{ cost_per_million: number }>(
      `SELECT cost_per_million FROM token_prices p JOIN generative_models m ON m.id = p.model_id
        WHERE m.name = 'gpt-4o' AND kind = 'BUILT_IN' AND token_type = 'input'`,
    );
    expect(price).toEqual({ cost_per_million: 2.5 });
  });
});
