import { CostFields } from '../../../components/costs/cost-fields.js';
import { graphql, type ResultOf, type VariablesOf } from '../../../graphql.js';

/** The figures of an answer. The cost follows a moment after the answer. */
export const AnswerSpanFields = graphql(
  `
    fragment AnswerSpanFields on Span @_unmask {
      id
      latencyMs
      tokenCountTotal
      tokenCountPrompt
      tokenCountCompletion
      costSummary {
        ...CostFields
      }
      context {
        traceId
      }
      project {
        id
      }
    }
  `,
  [CostFields],
);

export const ChatCompletionSubscription = graphql(
  `
    subscription PlaygroundChat($input: ChatCompletionInput!) {
      chatCompletion(input: $input) {
        __typename
        ... on TextChunk {
          repetitionNumber
          content
        }
        ... on ReasoningChunk {
          repetitionNumber
          content
        }
        ... on ToolCallChunk {
          repetitionNumber
          id
          function {
            name
            arguments
          }
        }
        ... on ChatCompletionSubscriptionResult {
          repetitionNumber
          span {
            ...AnswerSpanFields
          }
        }
        ... on ChatCompletionSubscriptionError {
          repetitionNumber
          message
          span {
            ...AnswerSpanFields
          }
        }
      }
    }
  `,
  [AnswerSpanFields],
);

export type ChatInput = VariablesOf<typeof ChatCompletionSubscription>['input'];
export type ChatPayload = ResultOf<typeof ChatCompletionSubscription>['chatCompletion'];
export type AnswerSpan = ResultOf<typeof AnswerSpanFields>;
