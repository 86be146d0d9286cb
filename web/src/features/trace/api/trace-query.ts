import type { SpanKind } from '../../../components/spans/span-kinds.js';
import type { StatusCode } from '../../../components/spans/status-mark.js';
import { CostDetailFields, CostFields } from '../../../components/costs/cost-fields.js';
import { graphql, type ResultOf } from '../../../graphql.js';

/** The number of spans to load at a time. */
export const SPAN_PAGE_SIZE = 1000;

/** The number of spans to load before and after a time to which the user jumps. */
export const SPANS_AROUND = 200;

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
    isInternal
  }
`);

const TraceSpansFragment = graphql(
  `
    fragment TraceSpans on SpanConnection @_unmask {
      edges {
        cursor
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
        keptBecause
        errorCount
        tokenCountTotal
        tokenCountPrompt
        tokenCountCompletion
        costSummary {
          ...CostFields
        }
        costDetailSummaryEntries {
          ...CostDetailFields
        }
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
        spans(first: $first, sort: { col: startTime, dir: asc }) {
          ...TraceSpans
        }
      }
    }
  `,
  [CostDetailFields, CostFields, TraceSpansFragment, TreeSpanFragment],
);

/** More spans of a trace: in one direction from a span, or those that match. */
export const TraceSpansQuery = graphql(
  `
    query TraceSpansPage(
      $traceId: String!
      $first: Int!
      $after: String
      $dir: SortDir!
      $filter: SpanFilter
      $filterCondition: String
    ) {
      getTraceByOtelId(traceId: $traceId) {
        id
        spans(
          first: $first
          after: $after
          sort: { col: startTime, dir: $dir }
          filter: $filter
          filterCondition: $filterCondition
        ) {
          ...TraceSpans
        }
      }
    }
  `,
  [TraceSpansFragment],
);

/** The spans of a trace that began around a time. */
export const SpansAroundQuery = graphql(
  `
    query TraceSpansAround($traceId: String!, $time: DateTime!, $first: Int!) {
      getTraceByOtelId(traceId: $traceId) {
        id
        before: spans(
          first: $first
          sort: { col: startTime, dir: desc }
          timeRange: { end: $time }
        ) {
          ...TraceSpans
        }
        after: spans(
          first: $first
          sort: { col: startTime, dir: asc }
          timeRange: { start: $time }
        ) {
          ...TraceSpans
        }
      }
    }
  `,
  [TraceSpansFragment],
);

/** The spans above some spans of a trace. */
export const AncestorsQuery = graphql(
  `
    query TraceAncestors($traceId: String!, $spanIds: [ID!]!) {
      getTraceByOtelId(traceId: $traceId) {
        id
        ancestors(spanIds: $spanIds) {
          ...TreeSpan
        }
      }
    }
  `,
  [TreeSpanFragment],
);

/** One span as the tree shows it. */
export const TreeSpanQuery = graphql(
  `
    query TraceTreeSpan($id: ID!) {
      node(id: $id) {
        __typename
        id
        ... on Span {
          ...TreeSpan
          context {
            traceId
          }
        }
      }
    }
  `,
  [TreeSpanFragment],
);

/** How many spans match, and the nearest before and after a span. */
export const SpanMatchesQuery = graphql(`
  query TraceSpanMatches(
    $traceId: String!
    $spanId: ID
    $filter: SpanFilter
    $filterCondition: String
  ) {
    getTraceByOtelId(traceId: $traceId) {
      id
      spanMatches(spanId: $spanId, filter: $filter, filterCondition: $filterCondition) {
        count
        position
        previous {
          id
        }
        next {
          id
        }
      }
    }
  }
`);

/** How many spans began in each part of a trace’s time. */
export const TraceTimesQuery = graphql(`
  query TraceTimes($traceId: String!, $bins: Int!) {
    getTraceByOtelId(traceId: $traceId) {
      id
      spanCountsByTime(bins: $bins) {
        spanCount
        errorCount
      }
    }
  }
`);

/** Queries the values that change when spans of a trace arrive or are priced. */
export const TraceProgressQuery = graphql(`
  query TraceProgress($traceId: String!) {
    getTraceByOtelId(traceId: $traceId) {
      id
      numSpans
      endTime
      costSummary {
        total {
          cost
        }
        unpricedSpanCount
      }
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
  /** Whether it only traces a function of its sender, so that it can be folded. */
  isInternal: boolean;
}
