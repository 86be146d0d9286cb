import { AnnotationValueFields } from '../../../components/annotations/annotation-value.js';
import { graphql, type ResultOf } from '../../../graphql.js';

export const JudgmentFields = graphql(
  `
    fragment JudgmentFields on Annotation @_unmask {
      __typename
      ...AnnotationValueFields
      explanation
      metadata
      source
      updatedAt
    }
  `,
  [AnnotationValueFields],
);

/** One annotation or note of a target. */
export type Judgment = ResultOf<typeof JudgmentFields>;

export const JudgmentsQuery = graphql(
  `
    query Judgments($id: ID!) {
      node(id: $id) {
        __typename
        ... on Span {
          id
          annotations: spanAnnotations {
            ...JudgmentFields
          }
        }
        ... on Trace {
          id
          annotations: traceAnnotations {
            ...JudgmentFields
          }
        }
        ... on ProjectSession {
          id
          annotations: sessionAnnotations {
            ...JudgmentFields
          }
        }
      }
    }
  `,
  [JudgmentFields],
);

/** The annotations of the documents of a span, and what they say about the retrieval. */
export const DocumentJudgmentsQuery = graphql(
  `
    query DocumentJudgments($id: ID!) {
      node(id: $id) {
        __typename
        ... on Span {
          id
          annotations: documentEvaluations {
            ...JudgmentFields
            documentPosition
          }
          metrics: documentRetrievalMetrics {
            evaluationName
            ndcg
            precision
            reciprocalRank
            hit
          }
        }
      }
    }
  `,
  [JudgmentFields],
);

export const TraceTargetsQuery = graphql(`
  query JudgedTrace($traceId: String!) {
    getTraceByOtelId(traceId: $traceId) {
      id
      projectSessionId
      rootSpan {
        id
      }
    }
  }
`);
