import { CostDetailFields, CostFields } from '../../../components/costs/cost-fields.js';
import { graphql, type ResultOf } from '../../../graphql.js';

/**
 * Everything about one span, queried only when it is shown. Input, output, metadata and detailed
 * token counts are read from the attributes instead of being sent twice.
 */
export const SpanQuery = graphql(
  `
    query SpanDetail($id: ID!) {
      node(id: $id) {
        __typename
        id
        ... on Span {
          spanId
          name
          spanKind
          statusCode
          statusMessage
          startTime
          endTime
          latencyMs
          attributes
          modelName
          provider
          userId
          textRemovedAt
          timeToFirstTokenMs
          countedInSpan {
            id
            name
          }
          tokenCountTotal
          tokenCountPrompt
          tokenCountCompletion
          cumulativeTokenCountTotal
          cumulativeTokenCountPrompt
          cumulativeTokenCountCompletion
          costSource
          costSummary {
            ...CostFields
          }
          costDetailSummaryEntries {
            ...CostDetailFields
          }
          cumulativeCostSummary {
            ...CostFields
          }
          cumulativeCostDetailSummaryEntries {
            ...CostDetailFields
          }
          logRecordCount
          events {
            name
            message
            timestamp
            attributes
          }
          context {
            traceId
          }
        }
      }
    }
  `,
  [CostDetailFields, CostFields],
);

/** The policy that its project follows now. */
export const RemovingPolicyQuery = graphql(`
  query RemovingPolicy($id: ID!) {
    node(id: $id) {
      __typename
      id
      ... on Span {
        project {
          traceRetentionPolicy {
            name
            maxTextDays
          }
        }
      }
    }
  }
`);

/** A span as the detail shows it. */
export type DetailedSpan = Extract<ResultOf<typeof SpanQuery>['node'], { __typename: 'Span' }>;

/** One event of a span. */
export type SpanEvent = DetailedSpan['events'][number];
