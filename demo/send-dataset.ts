import { HELP_QUESTIONS, type HelpQuestion, REVISED_QUESTIONS } from './content/help-questions.ts';
import type { RestClient } from './rest-client.ts';

const NAME = 'help-desk-questions';
const LABELS = [
  { name: 'reviewed', color: '#2f9e44', description: 'Every example has been reviewed' },
  { name: 'help desk', color: '#1971c2' },
];

export interface SentDataset {
  /** Global ID. */
  id: string;
  /** Global IDs of its examples by their stable IDs. */
  examples: Map<string, string>;
  /** False if it already existed. It is then left unchanged. */
  isNew: boolean;
}

/** Creates the help desk dataset with two versions, unless it exists. */
export async function sendDataset(rest: RestClient): Promise<SentDataset> {
  const there = await rest.get<{ data: { id: string }[] }>(`datasets?name=${NAME}`);
  const known = there.data[0]?.id;
  const id = known ?? (await make(rest));
  const { data } = await rest.get<{ data: { examples: { id: string; node_id: string }[] } }>(
    `datasets/${encodeURIComponent(id)}/examples`,
  );
  const examples = new Map(data.examples.map((example) => [example.id, example.node_id]));
  return { id, examples, isNew: known === undefined };
}

/** Returns the global ID of the dataset. */
async function make(rest: RestClient): Promise<string> {
  await upload(rest, HELP_QUESTIONS);
  const id = await upload(rest, REVISED_QUESTIONS);
  await rest.put(`datasets/${encodeURIComponent(id)}/labels`, {
    dataset_label_ids: await labelIds(rest),
  });
  return id;
}

/** Returns the global ID of the dataset. */
async function upload(rest: RestClient, questions: readonly HelpQuestion[]): Promise<string> {
  const { data } = await rest.post<{ data: { dataset_id: string } }>('datasets/upload?sync=true', {
    action: 'update',
    name: NAME,
    description: 'Questions to the help desk of a bookstore, with reference answers',
    inputs: questions.map(({ question }) => ({ question })),
    outputs: questions.map(({ answer }) => ({ answer })),
    metadata: questions.map(({ topic }) => ({ topic })),
    splits: questions.map(({ splits }) => splits),
    example_ids: questions.map(({ id }) => id),
  });
  return data.dataset_id;
}

/** Labels are shared by the whole server, so they may exist already. */
async function labelIds(rest: RestClient): Promise<string[]> {
  interface Label {
    id: string;
    name: string;
  }
  const known = await rest.get<{ data: Label[] }>('dataset_labels?limit=1000');
  const ids: string[] = [];
  for (const label of LABELS) {
    const there = known.data.find(({ name }) => name === label.name);
    ids.push(there?.id ?? (await rest.post<{ data: Label }>('dataset_labels', label)).data.id);
  }
  return ids;
}
