import { CostFields } from '../../../components/costs/cost-fields.js';
import { graphql } from '../../../graphql.js';

/** The fields of a run that every list shows. */
export const RunFields = graphql(
  `
    fragment RunFields on ExperimentRun @_unmask {
      id
      repetitionNumber
      output
      error
      latencyMs
      traceId
      trace {
        id
        projectId
        traceId
      }
      costSummary {
        ...CostFields
      }
    }
  `,
  [CostFields],
);

/** The complete evaluations of a run. */
export const EvaluationFields = graphql(`
  fragment EvaluationFields on ExperimentRunAnnotation @_unmask {
    id
    name
    annotatorKind
    label
    score
    explanation
    error
    metadata
    startTime
    endTime
    traceId
    trace {
      id
      projectId
      traceId
    }
  }
`);
