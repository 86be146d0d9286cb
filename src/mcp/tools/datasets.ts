import { z } from 'zod';
import { type GraphqlConnection, compact, cut, cutJson, toPage } from '../calls/answer.js';
import * as inputs from '../calls/inputs.js';
import { findId, findIds } from '../calls/lookups.js';
import { type Call, defineTool } from '../calls/tool.js';

const LIST = `query ($first: Int!, $after: String, $filter: DatasetFilter) {
  datasets(first: $first, after: $after, filter: $filter) {
    edges { cursor node { id name description exampleCount experimentCount lastUpdatedAt } }
    pageInfo { hasNextPage }
  }
}`;

interface ListedDataset {
  id: string;
  name: string;
  description: string | null;
  exampleCount: number;
  experimentCount: number;
  lastUpdatedAt: string;
}

const EXAMPLES = `query ($id: ID!, $first: Int!, $after: String, $search: String) {
  node(id: $id) {
    ... on Dataset {
      name description exampleCount
      examples(first: $first, after: $after, filter: $search) {
        edges { cursor node { id externalId revision { input output metadata } span { id } } }
        pageInfo { hasNextPage }
      }
    }
  }
}`;

interface ListedExample {
  id: string;
  externalId: string | null;
  revision: { input: unknown; output: unknown; metadata: unknown };
  span: { id: string } | null;
}

interface DatasetPage {
  name: string;
  description: string | null;
  exampleCount: number;
  examples: GraphqlConnection<ListedExample>;
}

const CREATE = `mutation ($input: CreateDatasetInput!) {
  createDataset(input: $input) { dataset { id name } }
}`;

const ADD_SPANS = `mutation ($input: AddSpansToDatasetInput!) {
  addSpansToDataset(input: $input) { dataset { id name exampleCount } }
}`;

const NAME_CHARACTERS = 300;

const dataset = inputs.text(1_000).describe('Name or `id` of the dataset.');

const valueCharacters = z
  .int()
  .min(100)
  .max(5_000)
  .default(600)
  .describe('Characters to show of each input, output and metadata.');

export const DATASET_TOOLS = [
  defineTool({
    name: 'list_datasets',
    title: 'List datasets',
    description:
      'Lists datasets, which are collections of examples (input, expected output, metadata) for experiments.',
    input: {
      name: inputs.text(200).optional().describe('Part of the name.'),
      limit: inputs.limit(20),
      cursor: inputs.cursor,
    },
    async run(input, { graphql, links }) {
      const { datasets } = await graphql<{ datasets: GraphqlConnection<ListedDataset> }>(LIST, {
        first: input.limit,
        after: input.cursor,
        filter: input.name === undefined ? null : { col: 'name', value: input.name },
      });
      return toPage(datasets, ({ id, name, description, ...rest }) =>
        compact({
          id,
          name: cut(name, NAME_CHARACTERS),
          description: description && cut(description, NAME_CHARACTERS),
          example_count: rest.exampleCount,
          experiment_count: rest.experimentCount,
          last_updated_at: rest.lastUpdatedAt,
          link: links.dataset(id),
        }),
      );
    },
  }),
  defineTool({
    name: 'get_dataset_examples',
    title: 'Get examples of a dataset',
    description:
      'Lists the examples of a dataset: input, expected output and metadata, cut if long.',
    input: {
      dataset,
      search: inputs.text(1_000).optional().describe('Part of the input, output or metadata.'),
      value_characters: valueCharacters,
      limit: inputs.limit(10),
      cursor: inputs.cursor,
    },
    async run(input, call) {
      const id = await findId(call, 'Dataset', input.dataset);
      const { node } = await call.graphql<{ node: DatasetPage }>(EXAMPLES, {
        id,
        first: input.limit,
        after: input.cursor,
        search: input.search,
      });
      const present = ({ id: exampleId, externalId, revision, span }: ListedExample) =>
        compact({
          id: exampleId,
          external_id: externalId && cut(externalId, NAME_CHARACTERS),
          input: cutJson(revision.input, input.value_characters),
          output: cutJson(revision.output, input.value_characters),
          metadata: cutJson(revision.metadata, input.value_characters),
          from_span: span?.id,
          link: call.links.example(id, exampleId),
        });
      return toPage(node.examples, present, {
        dataset: cut(node.name, NAME_CHARACTERS),
        example_count: node.exampleCount,
      });
    },
  }),
  defineTool({
    name: 'create_dataset',
    title: 'Create a dataset',
    description: 'Writes. Creates an empty dataset. Add examples with add_examples_from_spans.',
    input: {
      name: inputs.text(500).describe('Unique.'),
      description: inputs.text(5_000).optional(),
    },
    effect: 'adds',
    async run(input, { graphql, links }) {
      const { createDataset } = await graphql<{
        createDataset: { dataset: { id: string; name: string } };
      }>(CREATE, { input });
      const { id, name } = createDataset.dataset;
      return { id, name, link: links.dataset(id) };
    },
  }),
  defineTool({
    name: 'add_examples_from_spans',
    title: 'Add examples from spans',
    description:
      'Writes. Adds an example to a dataset for each span, from its input and output, as a new ' +
      'version of the dataset. Choose the root span of a trace for the whole request, or an llm span ' +
      'for one model call. Repeating the call adds the examples again.',
    input: { dataset, span_ids: z.array(inputs.spanId).min(1).max(100) },
    effect: 'adds',
    async run(input, call) {
      const datasetId = await findId(call, 'Dataset', input.dataset);
      const spanIds = [...new Set(await findIds(call, 'Span', input.span_ids))];
      return addSpans(call, datasetId, spanIds);
    },
  }),
];

async function addSpans({ graphql, links }: Call, datasetId: string, spanIds: string[]) {
  const { addSpansToDataset } = await graphql<{
    addSpansToDataset: { dataset: { id: string; name: string; exampleCount: number } };
  }>(ADD_SPANS, { input: { datasetId, spanIds } });
  const { id, name, exampleCount } = addSpansToDataset.dataset;
  return {
    added: spanIds.length,
    dataset: cut(name, NAME_CHARACTERS),
    example_count: exampleCount,
    link: links.dataset(id),
  };
}
