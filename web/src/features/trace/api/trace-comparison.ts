import { graphql, type ResultOf } from '../../../graphql.js';

const ComparedTraceFragment = graphql(`
  fragment ComparedTrace on Trace @_unmask {
    id
    traceId
    startTime
    latencyMs
    numSpans
    errorCount
    tokenCountTotal
    costSummary {
      total {
        cost
      }
      spanCount
      unpricedSpanCount
    }
    project {
      id
      name
    }
    rootSpan {
      id
      name
    }
  }
`);

const ComparedSpanFragment = graphql(`
  fragment ComparedSpan on Span @_unmask {
    id
    name
    spanKind
    statusCode
    statusMessage
    modelName
    provider
    latencyMs
    tokenCountPrompt
    tokenCountCompletion
    tokenCountTotal
    costSummary {
      total {
        cost
      }
      spanCount
      unpricedSpanCount
    }
  }
`);

/** Two traces, span by span. */
export const TraceComparisonQuery = graphql(
  `
    query TraceComparison($base: ID!, $other: ID!) {
      compareTraces(baseTraceId: $base, otherTraceId: $other) {
        base {
          ...ComparedTrace
        }
        other {
          ...ComparedTrace
        }
        pairs {
          depth
          differences
          base {
            ...ComparedSpan
          }
          other {
            ...ComparedSpan
          }
        }
        isComplete
      }
    }
  `,
  [ComparedTraceFragment, ComparedSpanFragment],
);

/** A trace, and the newest traces of its project, with which it may be compared. */
export const ComparableTracesQuery = graphql(
  `
    query ComparableTraces($traceId: String!, $first: Int!) {
      getTraceByOtelId(traceId: $traceId) {
        ...ComparedTrace
        project {
          id
          traces(first: $first, sort: { col: startTime, dir: desc }) {
            edges {
              node {
                ...ComparedTrace
              }
            }
          }
        }
      }
    }
  `,
  [ComparedTraceFragment],
);

export type TraceComparison = ResultOf<typeof TraceComparisonQuery>['compareTraces'];

/** A trace as its comparison shows it. */
export type ComparedTrace = TraceComparison['base'];

/** Two spans at the same place; one may be missing. */
export type SpanPair = TraceComparison['pairs'][number];

/** A span as the list of pairs shows it. */
export type ComparedSpan = NonNullable<SpanPair['base']>;
