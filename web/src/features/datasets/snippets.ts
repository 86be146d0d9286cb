import {
  writePythonDataset,
  listSamples,
  writeSelector,
  type SnippetDataset,
  type SnippetServer,
  writeLiteral,
  escapeForShell,
} from '../../components/code/client-snippets.js';
import type { CodeSample } from '../../components/code/code-tabs.js';

const EXAMPLE = {
  input: { question: 'What is the capital of France?' },
  output: { answer: 'Paris' },
};

/** Returns code that creates a dataset with one example. */
export function listDatasetCreationSnippets(server: SnippetServer, name: string): CodeSample[] {
  const python = `from phoenix.client import Client

client = Client(base_url=${writeLiteral(server.address)})

dataset = client.datasets.create_dataset(
    name=${writeLiteral(name)},
    inputs=[${writeLiteral(EXAMPLE.input)}],
    outputs=[${writeLiteral(EXAMPLE.output)}],
)`;
  const typescript = `import { createClient } from "@arizeai/phoenix-client";
import { createDataset } from "@arizeai/phoenix-client/datasets";

const client = createClient({ options: { baseUrl: ${writeLiteral(server.address)} } });

const { datasetId } = await createDataset({
  client,
  name: ${writeLiteral(name)},
  description: "",
  examples: [
    ${writeLiteral(EXAMPLE)},
  ],
});`;
  const body = { name, inputs: [EXAMPLE.input], outputs: [EXAMPLE.output] };
  return listSamples(python, typescript, writeUploadCommand(server, body));
}

/** Returns code that adds an example to an existing dataset. */
export function listAdditionSnippets(server: SnippetServer, name: string): CodeSample[] {
  const python = `from phoenix.client import Client

client = Client(base_url=${writeLiteral(server.address)})

client.datasets.add_examples_to_dataset(
    dataset=${writeLiteral(name)},
    inputs=[${writeLiteral(EXAMPLE.input)}],
    outputs=[${writeLiteral(EXAMPLE.output)}],
)`;
  const typescript = `import { createClient } from "@arizeai/phoenix-client";
import { appendDatasetExamples } from "@arizeai/phoenix-client/datasets";

const client = createClient({ options: { baseUrl: ${writeLiteral(server.address)} } });

await appendDatasetExamples({
  client,
  dataset: { datasetName: ${writeLiteral(name)} },
  examples: [
    ${writeLiteral(EXAMPLE)},
  ],
});`;
  const { input, output } = EXAMPLE;
  const body = { action: 'append', name, inputs: [input], outputs: [output] };
  return listSamples(python, typescript, writeUploadCommand(server, body));
}

/** Returns code that reads the examples of a dataset. */
export function listReadingSnippets(server: SnippetServer, dataset: SnippetDataset): CodeSample[] {
  const { id, version } = dataset;
  const python = `${writePythonDataset(server, dataset)}

for example in dataset:
    print(example["input"], example["output"])`;
  const typescript = `import { createClient } from "@arizeai/phoenix-client";
import { getDataset } from "@arizeai/phoenix-client/datasets";

const client = createClient({ options: { baseUrl: ${writeLiteral(server.address)} } });

const dataset = await getDataset({ client, dataset: ${writeSelector(dataset)} });

for (const { input, output } of dataset.examples) {
  console.log(input, output);
}`;
  const query = version === undefined ? '' : `?version_id=${encodeURIComponent(version)}`;
  const path = `v1/datasets/${encodeURIComponent(id)}/examples${query}`;
  return listSamples(
    python,
    typescript,
    `curl "${server.address}/${path}"${writeKeyHeader(server)}`,
  );
}

function writeUploadCommand(server: SnippetServer, body: object): string {
  return `curl "${server.address}/v1/datasets/upload?sync=true"${writeKeyHeader(server)} \\
  -H 'content-type: application/json' \\
  -d '${escapeForShell(writeLiteral(body))}'`;
}

function writeKeyHeader({ needsKey }: SnippetServer): string {
  return needsKey ? ' -H "authorization: Bearer $PHOENIX_API_KEY"' : '';
}
