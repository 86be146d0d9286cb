import { useMemo } from 'react';
import { graphql } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { readToolResult, type RecordedResult } from '../span/recorded-result.js';
import type { SpanToTry } from './span-to-try.js';

const RecordedResultsQuery = graphql(`
  query RecordedResults($projectId: ID!, $traceId: ID!) {
    node(id: $projectId) {
      __typename
      ... on Project {
        id
        trace(traceId: $traceId) {
          id
          spans(first: 100, filterCondition: "span_kind == 'TOOL' and status_code != 'ERROR'") {
            edges {
              node {
                id
                name
                attributes
              }
            }
          }
        }
      }
    }
  }
`);

/** Returns what the tools returned in the trace of a span; empty until it is known. */
export function useRecordedResults(span: SpanToTry | undefined): readonly RecordedResult[] {
  const { data } = useGraphqlQuery(
    RecordedResultsQuery,
    { projectId: span?.project.id ?? '', traceId: span?.context.traceId ?? '' },
    { enabled: span !== undefined, staleTime: Infinity },
  );
  const trace = data?.node.__typename === 'Project' ? data.node.trace : undefined;
  return useMemo(
    () =>
      (trace ? listNodes(trace.spans) : []).flatMap(
        ({ name, attributes }) => readToolResult(name, attributes) ?? [],
      ),
    [trace],
  );
}
