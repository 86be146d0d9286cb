import { CostFields } from '../../../components/costs/cost-fields.js';
import { graphql } from '../../../graphql.js';

/** The fields of an experiment that a list shows. */
export const ExperimentFields = graphql(
  `
    fragment ExperimentFields on Experiment @_unmask {
      id
      name
      description
      sequenceNumber
      isBaseline
      repetitions
      createdAt
      user {
        id
        username
      }
      dataset {
        id
        name
        project {
          id
          isPrivate
          viewerRole
        }
      }
      datasetSplits(first: 1000) {
        edges {
          node {
            id
            name
            color
          }
        }
      }
      project {
        id
        name
      }
      runCount
      errorRunCount
      expectedRunCount
      errorRate
      job {
        id
        status
        stopReason
      }
      averageRunLatencyMs
      annotationSummaries {
        annotationName
        minScore
        maxScore
        meanScore
        count
        errorCount
        scoreCount
        labelCount
      }
      costSummary {
        ...CostFields
      }
    }
  `,
  [CostFields],
);
