import type { Client } from 'graphql-ws';
import { aVersion } from '../../playground/chats.js';
import { globalId } from '../../support/global-id.js';
import { emptyDatabase } from '../../support/reset.js';
import { startTestServer, type TestServer } from '../../support/server.js';
import { openSocket } from '../../support/subscriptions.js';
import { aDatasetOfCities, aRun, runExperiment } from './running.js';

describe('requests to run an experiment', () => {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startTestServer();
    client = openSocket(server.url);
  });
  afterAll(async () => {
    await client.dispose();
    await server.stop();
  });

  beforeEach(() => emptyDatabase(server));

  const run = (datasetId: number, rest: object = {}) =>
    runExperiment(
      client,
      aRun(datasetId, { connectionConfig: { baseUrl: 'http://127.0.0.1:1' }, ...rest }),
    );

  it('are refused with what makes no sense', async () => {
    const { id } = await aDatasetOfCities(server, 1);
    const refused = async (rest: object, words: string) => {
      await expect(run(id, rest)).rejects.toThrow(words);
    };
    await refused({ repetitions: 0 }, 'greater than or equal to 1');
    await refused({ maxConcurrency: 1_001 }, 'less than or equal to 1000');
    await refused({ templateVariablesPath: 'a[' }, 'should be a path');
    await refused({ budget: { maxTokens: 0.5 } }, 'budget.maxTokens');
    await refused({ budget: { maxCost: 1 } }, 'The price of the model "small" is not known');
    await refused({ datasetId: globalId('Dataset', 999_999) }, 'can be found');
    await refused({ datasetId: globalId('Prompt', 1) }, 'Dataset');
    await refused({ splitIds: [globalId('DatasetSplit', 999_999)] }, 'Unknown splits');
    await refused({ datasetVersionId: globalId('DatasetVersion', 999_999) }, 'version');
    await refused({ promptVersionId: globalId('PromptVersion', 999_999) }, 'not found');
    await refused({ evaluators: [{ id: globalId('DatasetEvaluator', 999_999) }] }, 'not found');
    await refused({ experimentMetadata: [] }, 'experimentMetadata');
    await refused(
      {
        connectionConfig: null,
        promptVersion: aVersion({
          modelProvider: 'ANTHROPIC',
          invocationParameters: { anthropic: { maxTokens: 9 } },
        }),
      },
      'ANTHROPIC_API_KEY',
    );
    // Nothing can be sealed without a secret.
    const credentials = [{ envVarName: 'OPENAI_API_KEY', value: 'sk-1' }];
    await refused({ credentials }, 'Set SPANDREL_SECRET');
    expect(await server.sql('SELECT FROM experiments')).toEqual([]);
  });
});
