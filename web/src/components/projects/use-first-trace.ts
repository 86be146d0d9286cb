import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { graphql } from '../../graphql.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';

export const FirstTraceQuery = graphql(`
  query FirstTrace($id: ID!) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        traces(first: 1, sort: { col: startTime, dir: asc }) {
          edges {
            node {
              id
              traceId
            }
          }
        }
      }
    }
  }
`);

/**
 * Opens the first trace of a project when it arrives. Does nothing on a page that did not wait for it.
 * @param projectId the project, once it has a trace; undefined while the page waits.
 */
export function useFirstTrace(projectId: string | undefined, isWaiting: boolean): void {
  const [hasWaited, setHasWaited] = useState(isWaiting);
  if (isWaiting && !hasWaited) setHasWaited(true);
  const enabled = hasWaited && !isWaiting && projectId !== undefined;
  const { data } = useGraphqlQuery(FirstTraceQuery, { id: projectId ?? '' }, { enabled });
  const traceId =
    enabled && data?.node.__typename === 'Project'
      ? data.node.traces.edges[0]?.node.traceId
      : undefined;
  const navigate = useNavigate();
  // The list stays once the trace is closed.
  const isOpened = useRef(false);
  useEffect(() => {
    if (projectId === undefined || traceId === undefined || isOpened.current) return;
    isOpened.current = true;
    void navigate({
      to: '/projects/$projectId/traces/$traceId',
      params: { projectId, traceId },
    });
  }, [navigate, projectId, traceId]);
}
