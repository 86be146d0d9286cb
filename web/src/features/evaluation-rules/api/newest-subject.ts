import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import type { RuleTarget } from './rules.js';

const SubjectFields = graphql(`
  fragment SubjectFields on Span @_unmask {
    name
    spanKind
    attributes
  }
`);

export const NewestSubjectQuery = graphql(
  `
    query NewestSubject($id: ID!, $ofSpans: Boolean!, $ofTraces: Boolean!, $ofSessions: Boolean!) {
      node(id: $id) {
        __typename
        ... on Project {
          id
          spans(first: 1, sort: { col: startTime, dir: desc }) @include(if: $ofSpans) {
            edges {
              node {
                ...SubjectFields
              }
            }
          }
          traces(first: 1, sort: { col: startTime, dir: desc }) @include(if: $ofTraces) {
            edges {
              node {
                rootSpan {
                  ...SubjectFields
                }
              }
            }
          }
          sessions(first: 1, sort: { col: startTime, dir: desc }) @include(if: $ofSessions) {
            edges {
              node {
                traces(first: 1) {
                  edges {
                    node {
                      rootSpan {
                        ...SubjectFields
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  `,
  [SubjectFields],
);

/** A span that shows which paths there are. */
export type SubjectSpan = ResultOf<typeof SubjectFields>;

/**
 * Returns the newest span of a project, the root span of its newest trace, or that of the first trace of
 * its newest session; undefined if there is none, and until it is known.
 */
export function useNewestSubject(projectId: string, target: RuleTarget): SubjectSpan | undefined {
  const { data } = useGraphqlQuery(
    NewestSubjectQuery,
    {
      id: projectId,
      ofSpans: target === 'SPAN',
      ofTraces: target === 'TRACE',
      ofSessions: target === 'SESSION',
    },
    { staleTime: Infinity },
  );
  const project = data?.node.__typename === 'Project' ? data.node : undefined;
  const trace =
    project?.traces?.edges[0]?.node ?? project?.sessions?.edges[0]?.node.traces.edges[0]?.node;
  return project?.spans?.edges[0]?.node ?? trace?.rootSpan ?? undefined;
}
