import { experiments } from './plan-experiments.ts';
import { RestClient } from './rest-client.ts';
import { sendDataset } from './send-dataset.ts';
import { sendExperiments } from './send-experiments.ts';
import { sendPrompts } from './send-prompts.ts';
import type { TraceSender } from './trace-sender.ts';

/**
 * Creates a dataset, experiments and prompts. Leaves existing ones unchanged. Returns the lines to
 * print, with links to the pages.
 */
export async function sendWork(
  endpoint: string,
  key: string,
  traces: TraceSender,
): Promise<string[]> {
  const rest = new RestClient(endpoint, key);
  const prompts = await sendPrompts(rest);
  const dataset = await sendDataset(rest);
  const tried = await sendExperiments(rest, traces, dataset, experiments(Date.now()));
  const made = [
    ...(dataset.isNew ? ['a dataset'] : []),
    ...(tried > 0 ? [`${tried} ${tried === 1 ? 'experiment' : 'experiments'}`] : []),
    ...(prompts > 0 ? [`${prompts} ${prompts === 1 ? 'prompt' : 'prompts'}`] : []),
  ];
  const page = `${endpoint}/datasets/${encodeURIComponent(dataset.id)}`;
  return [
    made.length > 0
      ? `Created ${made.join(', ')}.`
      : 'The dataset, its experiments and the prompts already exist and were left unchanged.',
    '',
    `  Traces       ${endpoint}/projects`,
    `  Dataset      ${page}/examples`,
    `  Experiments  ${page}/experiments`,
    `  Prompts      ${endpoint}/prompts`,
  ];
}
