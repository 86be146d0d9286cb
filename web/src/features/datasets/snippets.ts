import {
  pythonDataset,
  samples,
  selector,
  type SnippetDataset,
  type SnippetServer,
  text,
} from '../../components/code/client-snippets.js';
import type { CodeSample } from '../../components/code/code-tabs.js';
import { insideQuotes } from '../../components/code/shell-quotes.js';

const EXAMPLE = {
  input: { question: 'What is the capital of France?' },
  output: { answer: 'Paris' },
};

/** Returns code that creates a dataset with a first example. */
export function listDatasetCreationSnippets(server: SnippetServer, name: string): CodeSample[] {
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

/** Returns code that adds an example to an existing dataset. */
export function listAdditionSnippets(server: SnippetServer, name: string): CodeSample[] {
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

/** Returns code that reads the examples of a dataset. */
export function listReadingSnippets(server: SnippetServer, dataset: SnippetDataset): CodeSample[] {
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

function uploadLine(server: SnippetServer, body: object): string {
  return `curl "${server.address}/v1/datasets/upload?sync=true"${key(server)} \\
  -H 'content-type: application/json' \\
  -d '${insideQuotes(text(body))}'`;
}

function key({ needsKey }: SnippetServer): string {
  return needsKey ? ' -H "authorization: Bearer $PHOENIX_API_KEY"' : '';
}
