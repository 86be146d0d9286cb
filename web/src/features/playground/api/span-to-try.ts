import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { AnswerSpanFields } from './chat-completion.js';

const SpanToTryQuery = graphql(
  `
    query SpanToTry($id: ID!) {
      node(id: $id) {
        __typename
        ... on Span {
          ...AnswerSpanFields
          name
          attributes
          statusCode
          statusMessage
        }
      }
    }
  `,
  [AnswerSpanFields],
);

/** The span of a model call to repeat. */
export type SpanToTry = Extract<ResultOf<typeof SpanToTryQuery>['node'], { __typename: 'Span' }>;

export function useSpanToTry(id: string) {
  const { data, error, reload } = useGraphqlQuery(SpanToTryQuery, { id }, { staleTime: Infinity });
  const span = data?.node.__typename === 'Span' ? data.node : undefined;
  return { span, isMissing: data !== undefined && !span, error, reload };
}
