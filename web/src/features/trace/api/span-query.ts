import { graphql } from '../../../graphql.js';
import type { ResultOf } from '../../../graphql.js';

/** Everything about one span; asked for only when it is looked at. */
export const SpanQuery = graphql(`
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
        metadata
        modelName
        provider
        userId
        tokenCountTotal
        tokenCountPrompt
        tokenCountCompletion
        cumulativeTokenCountTotal
        cumulativeTokenCountPrompt
        cumulativeTokenCountCompletion
        tokenPromptDetails {
          cacheRead
          cacheWrite
          audio
        }
        input {
          mimeType
          value
        }
        output {
          mimeType
          value
        }
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
`);

/** A span as the detail shows it. */
export type SpanDetail = Extract<ResultOf<typeof SpanQuery>['node'], { __typename: 'Span' }>;

/** One event of a span. */
export type SpanEvent = SpanDetail['events'][number];

/** What went into a span or came out of it. */
export type SpanValue = NonNullable<SpanDetail['input']>;
