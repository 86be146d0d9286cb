import { anExample } from '../support/factories/dataset-example.js';
import { aDataset } from '../support/factories/dataset.js';
import { anExperiment, type ExperimentRow } from '../support/factories/experiment.js';
import { globalId } from '../support/global-id.js';
import type { TestServer } from '../support/server.js';

export const experimentId = (id: number) => globalId('Experiment', id);

/** The runs of one experiment for one example. */
export interface Group {
  id: string;
  experimentId: string;
  averageLatencyMs: number | null;
  runs: { repetitionNumber: number; latencyMs: number }[];
  annotationSummaries: { annotationName: string; meanScore: number | null }[];
  costSummary: { total: { tokens: number | null } };
}

export const GROUP = `id experimentId averageLatencyMs runs { repetitionNumber latencyMs }
  annotationSummaries { annotationName meanScore } costSummary { total { tokens } }`;

export interface Comparisons {
  edges: {
    cursor: string;
    node: {
      id: string;
      example: { id: string; externalId: string | null; revision: { input: object } };
      repeatedRunGroups: Group[];
    };
  }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** Requests a page of a comparison. The response may contain errors. */
export function askToCompare(
  server: TestServer,
  base: string,
  others: readonly string[],
  variables: Record<string, unknown> = {},
) {
  return server.gql<{ compareExperiments: Comparisons }>(
    `query ($base: ID!, $others: [ID!]!, $first: Int, $after: String, $condition: String) {
       compareExperiments(baseExperimentId: $base, compareExperimentIds: $others, first: $first,
                          after: $after, filterCondition: $condition) {
         edges { cursor node {
           id example { id externalId revision { input } } repeatedRunGroups { ${GROUP} } } }
         pageInfo { hasNextPage endCursor } } }`,
    { base, others, ...variables },
  );
}

/** Creates a dataset, with functions to create its examples and experiments. */
export async function aDatasetToCompareOn(server: TestServer) {
  const { id: datasetId } = await aDataset(server);
  return {
    datasetId,
    /** Their external ids are `e0`, `e1`… */
    async examples(count: number): Promise<{ id: number }[]> {
      const made: { id: number }[] = [];
      for (let index = 0; index < count; index++) {
        const external_id = `e${index}`;
        made.push(await anExample(server, { dataset_id: datasetId, external_id }));
      }
      return made;
    },
    experiment: (given: Parameters<typeof anExperiment>[1] = {}): Promise<ExperimentRow> =>
      anExperiment(server, { dataset_id: datasetId, ...given }),
  };
}
