import { aVersion } from '../prompts/sent-prompts.js';
import { cookieOf, type SecuredServer } from '../support/accounts.js';
import { anExample } from '../support/factories/dataset-example.js';
import { aDatasetLabel, aSplit } from '../support/factories/dataset-marks.js';
import { anExperiment, aRun } from '../support/factories/experiment.js';
import { globalId } from '../support/global-id.js';

/** Texts that fields with these names accept. */
const TEXTS: Record<string, string> = {
  color: '#00aa55',
  destination_project_identifier: 'default',
  email: 'sample@example.com',
  end_time: '2024-03-01T10:00:01Z',
  expires_at: '2099-01-01T00:00:00Z',
  password: 'correct horse battery staple',
  project_id: 'default',
  project_identifier: 'default',
  prompt_identifier: 'sample',
  span_ids: 'b7ad6b7169203331',
  splits: 'train',
  start_time: '2024-03-01T10:00:00Z',
  timestamp: '2024-03-01T10:00:00Z',
};

/**
 * Creates one thing of most kinds.
 * @returns the value of path parameters and the text of fields that name these, by name.
 */
export async function createKnownValues(server: SecuredServer): Promise<Record<string, string>> {
  const example = await anExample(server);
  const experiment = await anExperiment(server, { dataset_id: example.dataset_id });
  const run = await aRun(server, { experiment_id: experiment.id });
  const label = await aDatasetLabel(server);
  const split = await aSplit(server);
  const dataset = globalId('Dataset', experiment.dataset_id);
  const { body: prompt } = await server.request
    .post('/v1/prompts')
    .set(cookieOf(server.accounts.ADMIN))
    .send({ prompt: { name: 'sample' }, version: aVersion() })
    .expect(200);
  return {
    ...TEXTS,
    dataset_id: dataset,
    dataset_identifier: dataset,
    dataset_example_id: globalId('DatasetExample', run.example_id),
    dataset_label_ids: globalId('DatasetLabel', label.id),
    example_ids: globalId('DatasetExample', run.example_id),
    experiment_id: globalId('Experiment', experiment.id),
    experiment_run_id: globalId('ExperimentRun', run.id),
    id: dataset,
    label_id: globalId('DatasetLabel', label.id),
    prompt_version_id: prompt.data.id,
    split_id: globalId('DatasetSplit', split.id),
    split_ids: globalId('DatasetSplit', split.id),
    splits: split.name,
    version_id: globalId('DatasetVersion', experiment.dataset_version_id),
  };
}
