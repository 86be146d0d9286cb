import {
  aQuestion,
  evaluatorOperations,
  judge,
  labels,
} from '../../evaluators/evaluator-operations.js';
import {
  aDatasetOfCities,
  answerCities,
  aRun,
  jobOperations,
  questionOf,
  runExperiment,
} from '../../experiments/jobs/running.js';
import {
  type Account,
  cookieOf,
  type SecuredServer,
  startSecuredServer,
} from '../../support/accounts.js';
import { globalId } from '../../support/global-id.js';
import { type ProviderServer, startProviderServer } from '../../support/provider-server.js';
import { openSocket } from '../../support/subscriptions.js';
import { placesOn } from './projects-with-roles.js';

const QUESTION = 'Is it right?';

describe('a resumed experiment', () => {
  let provider: ProviderServer;
  let server: SecuredServer;
  const { aPlace, anAccount } = placesOn(() => server);
  const { done } = evaluatorOperations(() => server);

  beforeAll(async () => {
    provider = await startProviderServer();
    server = await startSecuredServer({ OLLAMA_BASE_URL: `${provider.url}/ollama` });
    provider.answer((response, request) =>
      (questionOf(request).startsWith(QUESTION) ? judge('right') : answerCities)(response, request),
    );
  });
  afterAll(async () => {
    await server.stop();
    await provider.stop();
  });

  const jobsOf = (account: Account) =>
    jobOperations((query, variables) => server.gqlAs(cookieOf(account), query, variables));

  /** Runs an experiment with an evaluator that has a prompt. @returns its global ID. */
  async function run(account: Account, datasetId: number): Promise<string> {
    await done(account, 'createDatasetLlmEvaluator', {
      datasetId: globalId('Dataset', datasetId),
      name: 'is right',
      promptVersion: aQuestion(`${QUESTION} {{output}}`),
      outputConfigs: labels('right', 'wrong'),
    });
    const client = openSocket(server.url, cookieOf(account));
    const [first] = await runExperiment(client, aRun(datasetId));
    await client.dispose();
    return first!.experiment!.id;
  }

  /** Lets its evaluations be missing, and resumes it. @returns how often the evaluator asked. */
  async function evaluateAgain(account: Account, experiment: string): Promise<number> {
    await server.sql('DELETE FROM experiment_run_annotations');
    provider.requests.length = 0;
    const { error } = await jobsOf(account).resume(experiment);
    expect(error).toBeUndefined();
    expect(await jobsOf(account).end(experiment)).toMatchObject({ status: 'COMPLETED' });
    return provider.requests.filter((request) => questionOf(request).startsWith(QUESTION)).length;
  }

  it('does not ask with a prompt that moved to the private project of others', async () => {
    const { id } = await aDatasetOfCities(server, 2);
    const author = await anAccount('MEMBER');
    const experiment = await run(author, id);
    expect(await evaluateAgain(author, experiment)).toBe(2);
    const foreign = await aPlace(true);
    await server.sql('UPDATE prompts SET project_id = $1', [foreign.rowId]);
    expect(await evaluateAgain(author, experiment)).toBe(0);
  });

  it('uses what its project may use, once whoever started it cannot see it', async () => {
    const place = await aPlace(true);
    const { id } = await aDatasetOfCities(server, 2);
    await server.sql('UPDATE datasets SET project_id = $1 WHERE id = $2', [place.rowId, id]);
    const author = await anAccount('MEMBER', [[place, 'MEMBER']]);
    const colleague = await anAccount('MEMBER', [[place, 'MEMBER']]);
    const experiment = await run(author, id);
    await server.sql('UPDATE prompts SET project_id = $1', [place.rowId]);
    await server.sql('DELETE FROM project_roles WHERE user_id = $1', [author.userId]);
    expect(await evaluateAgain(colleague, experiment)).toBe(2);
  });
});
