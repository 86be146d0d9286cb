import { graphql, type ResultOf } from '../../../graphql.js';
import { POLL_INTERVAL_MS } from '../../../lib/data/query-client.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

export const RecalculationsQuery = graphql(`
  query CostRecalculations {
    costRecalculations {
      id
      status
      startTime
      endTime
      spanCount
      pricedSpanCount
      skippedSpanCount
      errorMessage
      createdAt
      finishedAt
      project {
        id
        name
      }
    }
  }
`);

/** A recalculation of the costs of a project, with its progress. */
export type Recalculation = ResultOf<typeof RecalculationsQuery>['costRecalculations'][number];

/** The newest recalculations, newest first, kept up to date; undefined until loaded. */
export function useRecalculations(): {
  recalculations: readonly Recalculation[] | undefined;
  error: RequestError | undefined;
  reload: () => void;
} {
  const { data, error, reload } = useGraphqlQuery(
    RecalculationsQuery,
    {},
    { refetchInterval: POLL_INTERVAL_MS, gcTime: 0 },
  );
  return { recalculations: data?.costRecalculations, error, reload };
}

/** Queries the names of all projects. */
export const ProjectNamesQuery = graphql(`
  query RecalculationProjects {
    projects(first: 1000, sort: { col: name, dir: asc }) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

export const RecalculateMutation = graphql(`
  mutation RecalculateCosts($input: RecalculateCostsInput!) {
    recalculateCosts(input: $input) {
      spanCount
    }
  }
`);

export const CancelRecalculationMutation = graphql(`
  mutation CancelCostRecalculation($input: CancelCostRecalculationInput!) {
    cancelCostRecalculation(input: $input) {
      recalculation {
        id
      }
    }
  }
`);
