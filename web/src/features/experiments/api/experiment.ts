import { CostDetailFields } from '../../../components/costs/cost-fields.js';
import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { ExperimentFields } from './experiment-fields.js';
import { ExperimentJobFields } from './experiment-job.js';

export const ExperimentQuery = graphql(
  `
    query Experiment($id: ID!) {
      node(id: $id) {
        __typename
        ... on Experiment {
          ...ExperimentFields
          costDetailSummaryEntries {
            ...CostDetailFields
          }
          metadata
          dataset {
            id
            baselineExperiment {
              id
            }
          }
          projectName
          datasetVersion {
            id
            sequenceNumber
            description
            createdAt
          }
          tags {
            id
            name
            description
          }
          scores: annotationSummaries {
            annotationName
            labelFractions {
              label
              fraction
            }
          }
        }
      }
    }
  `,
  [CostDetailFields, ExperimentFields],
);

type Node = ResultOf<typeof ExperimentQuery>['node'];

/** An experiment with everything its page shows above the runs. */
export type ExperimentDetail = Extract<Node, { __typename: 'Experiment' }>;

/** Returns one experiment. */
export function useExperiment(id: string) {
  const { data, error, reload } = useGraphqlQuery(ExperimentQuery, { id }, { exact: true });
  const experiment = data?.node.__typename === 'Experiment' ? data.node : undefined;
  return { experiment, isMissing: data !== undefined && !experiment, error, reload };
}

/** Detects new runs and evaluations. Sent every two seconds while an experiment is shown. */
export const ExperimentProgressQuery = graphql(
  `
    query ExperimentProgress($id: ID!) {
      node(id: $id) {
        __typename
        ... on Experiment {
          id
          isBaseline
          runCount
          errorRunCount
          costSummary {
            total {
              cost
            }
            unpricedSpanCount
          }
          annotationSummaries {
            annotationName
            count
            errorCount
          }
          job {
            ...ExperimentJobFields
          }
        }
      }
    }
  `,
  [ExperimentJobFields],
);
