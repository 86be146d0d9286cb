import type { CodeSample } from '../../components/code-tabs.js';

/** Where the code runs against. */
export interface SnippetServer {
  /** Without a slash at its end. */
  address: string;
  needsKey: boolean;
}

/** A dataset, or what one is to be called. */
export interface SnippetDataset {
  id: string;
  name: string;
  /** Only this version; absent for the newest. */
  version?: string | undefined;
}

export const INSTALL_PYTHON = 'pip install arize-phoenix-client';
export const INSTALL_TYPESCRIPT = 'npm install @arizeai/phoenix-client';
export const KEY_LINE = 'export PHOENIX_API_KEY=spd_…';

const EXAMPLE = {
  input: { question: 'What is the capital of France?' },
  output: { answer: 'Paris' },
};

/** Code that makes a dataset with a first example. */
export function creationSnippets(server: SnippetServer, name: string): CodeSample[] {
  const python = `from phoenix.client import Client

client = Client(base_url=${text(server.address)})

dataset = client.datasets.create_dataset(
    name=${text(name)},
    inputs=[${text(EXAMPLE.input)}],
    outputs=[${text(EXAMPLE.output)}],
)`;
  const typescript = `import { createClient } from "@arizeai/phoenix-client";
import { createDataset } from "@arizeai/phoenix-client/datasets";

const client = createClient({ options: { baseUrl: ${text(server.address)} } });

const { datasetId } = await createDataset({
  client,
  name: ${text(name)},
  description: "",
  examples: [
    ${text(EXAMPLE)},
  ],
});`;
  const body = { name, inputs: [EXAMPLE.input], outputs: [EXAMPLE.output] };
  return samples(python, typescript, uploadLine(server, body));
}

/** Code that adds an example to a dataset that is there. */
export function additionSnippets(server: SnippetServer, name: string): CodeSample[] {
  const python = `from phoenix.client import Client

client = Client(base_url=${text(server.address)})

client.datasets.add_examples_to_dataset(
    dataset=${text(name)},
    inputs=[${text(EXAMPLE.input)}],
    outputs=[${text(EXAMPLE.output)}],
)`;
  const typescript = `import { createClient } from "@arizeai/phoenix-client";
import { appendDatasetExamples } from "@arizeai/phoenix-client/datasets";

const client = createClient({ options: { baseUrl: ${text(server.address)} } });

await appendDatasetExamples({
  client,
  dataset: { datasetName: ${text(name)} },
  examples: [
    ${text(EXAMPLE)},
  ],
});`;
  const { input, output } = EXAMPLE;
  const body = { action: 'append', name, inputs: [input], outputs: [output] };
  return samples(python, typescript, uploadLine(server, body));
}

/** Code that reads the examples of a dataset. */
export function readingSnippets(server: SnippetServer, dataset: SnippetDataset): CodeSample[] {
  const { id, version } = dataset;
  const python = `${pythonDataset(server, dataset)}

for example in dataset:
    print(example["input"], example["output"])`;
  const typescript = `import { createClient } from "@arizeai/phoenix-client";
import { getDataset } from "@arizeai/phoenix-client/datasets";

const client = createClient({ options: { baseUrl: ${text(server.address)} } });

const dataset = await getDataset({ client, dataset: ${selector(dataset)} });

for (const { input, output } of dataset.examples) {
  console.log(input, output);
}`;
  const query = version === undefined ? '' : `?version_id=${encodeURIComponent(version)}`;
  const path = `v1/datasets/${encodeURIComponent(id)}/examples${query}`;
  return samples(python, typescript, `curl "${server.address}/${path}"${key(server)}`);
}

/** Code that runs an experiment over a dataset. */
export function experimentSnippets(server: SnippetServer, dataset: SnippetDataset): CodeSample[] {
  const python = `${pythonDataset(server, dataset)}


def task(input):
    return "…"  # call your application with the input


def matches(output, expected):
    return output == expected.get("answer")


client.experiments.run_experiment(
    dataset=dataset,
    task=task,
    evaluators=[matches],
    experiment_name="first try",
)`;
  const typescript = `import { createClient } from "@arizeai/phoenix-client";
import { asExperimentEvaluator, runExperiment } from "@arizeai/phoenix-client/experiments";

const client = createClient({ options: { baseUrl: ${text(server.address)} } });

await runExperiment({
  client,
  dataset: ${selector(dataset)},
  experimentName: "first try",
  task: async ({ input }) => "…", // call your application with the input
  evaluators: [
    asExperimentEvaluator({
      name: "matches",
      kind: "CODE",
      evaluate: async ({ output, expected }) => ({ score: output === expected?.answer ? 1 : 0 }),
    }),
  ],
});`;
  return samples(python, typescript);
}

function pythonDataset({ address }: SnippetServer, { name, version }: SnippetDataset): string {
  const versionLine = version === undefined ? '' : `\n    version_id=${text(version)},`;
  return `from phoenix.client import Client

client = Client(base_url=${text(address)})

dataset = client.datasets.get_dataset(
    dataset=${text(name)},${versionLine}
)`;
}

function selector({ name, version }: SnippetDataset): string {
  const versionPart = version === undefined ? '' : `, versionId: ${text(version)}`;
  return `{ datasetName: ${text(name)}${versionPart} }`;
}

function uploadLine(server: SnippetServer, body: object): string {
  return `curl "${server.address}/v1/datasets/upload?sync=true"${key(server)} \\
  -H 'content-type: application/json' \\
  -d ${quoted(text(body))}`;
}

/** Texts and objects of texts as they are written in JSON, which Python and TypeScript read alike. */
function text(value: string | object): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => text(item as object)).join(', ')}]`;
  const fields = Object.entries(value as Record<string, string | object>);
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}: ${text(item)}`).join(', ')}}`;
}

/** One word of a shell, whatever it holds. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

function key({ needsKey }: SnippetServer): string {
  return needsKey ? ' -H "authorization: Bearer $PHOENIX_API_KEY"' : '';
}

function samples(python: string, typescript: string, curl?: string): CodeSample[] {
  return [
    { label: 'Python', code: python },
    { label: 'TypeScript', code: typescript },
    ...(curl === undefined ? [] : [{ label: 'curl', code: curl }]),
  ];
}
