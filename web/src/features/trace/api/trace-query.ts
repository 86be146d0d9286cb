import type { SpanKind } from '../../../components/spans/span-kinds.js';
import type { StatusCode } from '../../../components/spans/status-mark.js';
import { graphql, type ResultOf } from '../../../graphql.js';

/** The number of spans to load at a time. */
export const SPAN_PAGE_SIZE = 1000;

const TreeSpanFragment = graphql(`
  fragment TreeSpan on Span @_unmask {
    id
    spanId
    parentId
    name
    spanKind
    statusCode
    startTime
    endTime
    latencyMs
    tokenCountTotal
    cumulativeTokenCountTotal
  }
`);

const TraceSpansFragment = graphql(
  `
    fragment TraceSpans on SpanConnection @_unmask {
      edges {
        node {
          ...TreeSpan
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  `,
  [TreeSpanFragment],
);

/** The figures of a trace and its first page of spans, with only what the tree shows. */
export const TraceQuery = graphql(
  `
    query Trace($traceId: String!, $first: Int!) {
      getTraceByOtelId(traceId: $traceId) {
        id
        traceId
        startTime
        endTime
        latencyMs
        userId
        numSpans
        errorCount
        tokenCountTotal
        tokenCountPrompt
        tokenCountCompletion
        project {
          id
          name
        }
        session {
          id
          sessionId
        }
        rootSpan {
          ...TreeSpan
        }
        spans(first: $first) {
          ...TraceSpans
        }
      }
    }
  `,
  [TraceSpansFragment, TreeSpanFragment],
);

/** One more page of spans of a trace. */
export const TraceSpansQuery = graphql(
  `
    query TraceSpansPage($traceId: String!, $first: Int!, $after: String!) {
      getTraceByOtelId(traceId: $traceId) {
        id
        spans(first: $first, after: $after) {
          ...TraceSpans
        }
      }
    }
  `,
  [TraceSpansFragment],
);

/** Queries the values that change when spans of a trace arrive. */
export const TraceProgressQuery = graphql(`
  query TraceProgress($traceId: String!) {
    getTraceByOtelId(traceId: $traceId) {
      id
      numSpans
      endTime
    }
  }
`);

/** A trace as the header shows it. */
export type TraceSummary = NonNullable<ResultOf<typeof TraceQuery>['getTraceByOtelId']>;

/** One page of spans. */
export type SpanPage = TraceSummary['spans'];

/** The fields of a span that the tree shows. */
export interface TreeSpan {
  /** The global ID, for selecting the span and querying its detail. */
  id: string;
  /** The OpenTelemetry ID, to which the `parentId` of other spans refers. */
  spanId: string;
  parentId: string | null;
  name: string;
  spanKind: SpanKind;
  statusCode: StatusCode;
  startTime: string;
  endTime: string | null;
  latencyMs: number | null;
  tokenCountTotal: number | null;
  cumulativeTokenCountTotal: number | null;
}
