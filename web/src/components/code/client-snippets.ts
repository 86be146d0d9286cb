import type { CodeSample } from './code-tabs.js';

/** The server that the code uses. */
export interface SnippetServer {
  /** Without a trailing slash. */
  address: string;
  needsKey: boolean;
}

/** An existing dataset, or the name of a new one. */
export interface SnippetDataset {
  id: string;
  name: string;
  /** The version to use; absent for the newest. */
  version?: string | undefined;
}

/** The commands that install the clients. */
export const INSTALL: readonly CodeSample[] = [
  { label: 'Python', code: 'pip install arize-phoenix-client' },
  { label: 'TypeScript', code: 'npm install @arizeai/phoenix-client' },
];

/** The command that sets the API key for the clients. */
export const KEY_COMMAND = 'export PHOENIX_API_KEY=spd_…';

/** Returns code that runs an experiment on a dataset. */
export function listExperimentSnippets(
  server: SnippetServer,
  dataset: Pick<SnippetDataset, 'name' | 'version'>,
): CodeSample[] {
  const python = `${writePythonDataset(server, dataset)}


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

const client = createClient({ options: { baseUrl: ${writeLiteral(server.address)} } });

await runExperiment({
  client,
  dataset: ${writeSelector(dataset)},
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
  return listSamples(python, typescript);
}

/** Returns Python code that opens a dataset. */
export function writePythonDataset(
  { address }: SnippetServer,
  { name, version }: Pick<SnippetDataset, 'name' | 'version'>,
): string {
  const versionLine = version === undefined ? '' : `\n    version_id=${writeLiteral(version)},`;
  return `from phoenix.client import Client

client = Client(base_url=${writeLiteral(address)})

dataset = client.datasets.get_dataset(
    dataset=${writeLiteral(name)},${versionLine}
)`;
}

/** Returns the TypeScript expression that selects a dataset. */
export function writeSelector({ name, version }: Pick<SnippetDataset, 'name' | 'version'>): string {
  const versionPart = version === undefined ? '' : `, versionId: ${writeLiteral(version)}`;
  return `{ datasetName: ${writeLiteral(name)}${versionPart} }`;
}

/** Writes strings and objects of strings as JSON, which is valid in both Python and TypeScript. */
export function writeLiteral(value: string | object): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${value.map((item) => writeLiteral(item as object)).join(', ')}]`;
  const fields = Object.entries(value as Record<string, string | object>);
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}: ${writeLiteral(item)}`).join(', ')}}`;
}

/** Returns the same sample in each language. */
export function listSamples(python: string, typescript: string, curl?: string): CodeSample[] {
  return [
    { label: 'Python', code: python },
    { label: 'TypeScript', code: typescript },
    ...(curl === undefined ? [] : [{ label: 'curl', code: curl }]),
  ];
}

/** Escapes a text for use inside single quotes in a shell, so that it cannot close them. */
export function escapeForShell(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}
