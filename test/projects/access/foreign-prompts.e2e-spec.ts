import { RULE_LOOPS, ruleOperations, said } from '../../evaluation-rules/rule-operations.js';
import {
  aQuestion,
  evaluatorOperations,
  judge,
  labels,
} from '../../evaluators/evaluator-operations.js';
import { cookieOf, type SecuredServer, startSecuredServer } from '../../support/accounts.js';
import { eventuallyAfter } from '../../support/background-loops.js';
import { aDataset } from '../../support/factories/dataset.js';
import { aSpan } from '../../support/factories/span.js';
import { globalId } from '../../support/global-id.js';
import { type ProviderServer, startProviderServer } from '../../support/provider-server.js';
import { placesOn } from './projects-with-roles.js';

describe('a rule whose evaluator has a prompt that moves to the private project of others', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  const { aPlace } = placesOn(() => server);
  const { done } = evaluatorOperations(() => server);
  const { aRule, read, whenDone } = ruleOperations(
    (query, variables) => server.gqlAs(cookieOf(server.accounts.ADMIN), query, variables),
    () => server,
  );

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startSecuredServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` });
    provider.answer(judge('right'));
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  it('asks with it no longer', async () => {
    const [own, foreign] = [await aPlace(true), await aPlace(true)];
    const { id: datasetId } = await aDataset(server);
    const { evaluator } = await done(server.accounts.ADMIN, 'createDatasetLlmEvaluator', {
      datasetId: globalId('Dataset', datasetId),
      name: 'is right',
      promptVersion: {
        ...aQuestion('Is it right? {{output}}'),
        modelName: 'small',
        modelProvider: 'OLLAMA',
      },
      outputConfigs: labels('right', 'wrong'),
    });
    const rule = await aRule(own.rowId, { evaluatorId: evaluator.id, inputMapping: null });
    const say = () => aSpan(server, { project_id: own.rowId, attributes: said('Bern.') });
    await say();
    await whenDone(rule.id, 1);
    await server.sql('UPDATE prompts SET project_id = $1', [foreign.rowId]);
    // What it has read before is used for a few seconds, unless the rule changes.
    await server.sql('UPDATE evaluation_rules SET updated_at = now()');
    await say();
    const error = await eventuallyAfter(
      server,
      RULE_LOOPS,
      'an error',
      async () => (await read(rule.id))!.lastError,
    );
    expect(error).toBe('The evaluator has since been deleted.');
    expect(provider.requests).toHaveLength(1);
  });
});
