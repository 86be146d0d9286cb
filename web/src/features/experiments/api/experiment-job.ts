import { graphql, type ResultOf } from '../../../graphql.js';

/** How far an experiment is that the server runs. */
export const ExperimentJobFields = graphql(`
  fragment ExperimentJobFields on ExperimentJob @_unmask {
    id
    status
    stopReason
    lastError
    secondsLeft
    tokensUsed
    costUsed
    pricedSpans {
      spanCount
      unpricedSpanCount
    }
    budget {
      maxTokens
      maxCost
    }
    progress {
      successfulRuns
      failedRuns
      missingRuns
      evaluations
      failedEvaluations
    }
  }
`);

export type ExperimentJob = ResultOf<typeof ExperimentJobFields>;

export const StopExperimentMutation = graphql(
  `
    mutation StopExperiment($id: ID!) {
      stopExperiment(experimentId: $id) {
        job {
          ...ExperimentJobFields
        }
      }
    }
  `,
  [ExperimentJobFields],
);

export const ResumeExperimentMutation = graphql(
  `
    mutation ResumeExperiment($id: ID!, $budget: ExperimentBudgetInput) {
      resumeExperiment(experimentId: $id, budget: $budget) {
        job {
          ...ExperimentJobFields
        }
      }
    }
  `,
  [ExperimentJobFields],
);

/** The newest failures of a job. */
export const JobFailuresQuery = graphql(`
  query ExperimentJobFailures($id: ID!, $first: Int!) {
    node(id: $id) {
      __typename
      ... on ExperimentJob {
        id
        errors(first: $first) {
          edges {
            node {
              id
              category
              message
              occurredAt
            }
          }
          pageInfo {
            hasNextPage
          }
        }
      }
    }
  }
`);
