import { experiments } from './plan-experiments.js';
import { RestClient } from './rest-client.js';
import { sendDataset } from './send-dataset.js';
import { sendExperiments } from './send-experiments.js';
import { sendPrompts } from './send-prompts.js';
import type { TraceSender } from './trace-sender.js';

/**
 * Makes what people make beside traces: a dataset, experiments and prompts. What is there already
 * stays as it is. Answers what to tell about it, with the pages to look at.
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
      ? `Made ${made.join(', ')}.`
      : 'The dataset, its experiments and the prompts were there already and stay as they are.',
    '',
    `  Traces       ${endpoint}/projects`,
    `  Dataset      ${page}/examples`,
    `  Experiments  ${page}/experiments`,
    `  Prompts      ${endpoint}/prompts`,
  ];
}
