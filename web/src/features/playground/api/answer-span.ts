import { useEffect, useState } from 'react';
import { graphql } from '../../../graphql.js';
import { POLL_INTERVAL_MS } from '../../../lib/data/query-client.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { type AnswerSpan, AnswerSpanFields } from './chat-completion.js';

export const AnswerSpanQuery = graphql(
  `
    query AnswerSpan($id: ID!) {
      node(id: $id) {
        __typename
        ... on Span {
          ...AnswerSpanFields
        }
      }
    }
  `,
  [AnswerSpanFields],
);

/** A span gets its cost about a second after it is stored; some models have no price. */
const PRICING_MS = 15_000;

/** Returns the span of an answer, with its cost once it is priced. */
export function useAnswerSpan(span: AnswerSpan): AnswerSpan {
  const [isPatient, setIsPatient] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setIsPatient(false), PRICING_MS);
    return () => clearTimeout(timer);
  }, []);
  const { id, costSummary } = span;
  const isPriced = costSummary?.total.cost != null;
  const { data, reload } = useGraphqlQuery(AnswerSpanQuery, { id }, { enabled: !isPriced });
  const now = data?.node.__typename === 'Span' ? data.node : undefined;
  const isWaiting = !isPriced && now?.costSummary?.total.cost == null && isPatient;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(reload, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, reload]);
  return now ?? span;
}
