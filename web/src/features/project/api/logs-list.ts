import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import type { LogsSearch } from '../logs/search.js';
import type { TimeRange } from '../../../lib/time/time-range.js';
import { PAGE_SIZE } from './project-frame.js';

export const LogsQuery = graphql(`
  query ProjectLogs($id: ID!, $first: Int!, $after: String, $filter: LogRecordFilter) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        logRecords(first: $first, after: $after, filter: $filter) {
          edges {
            node {
              id
              time
              severity
              severityText
              eventName
              body
              isJsonBody
              attributes
              traceId
              spanId
              serviceName
              scopeName
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

export const LogNamesQuery = graphql(`
  query ProjectLogNames($id: ID!) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        logRecordNames {
          eventNames
          serviceNames
        }
      }
    }
  }
`);

/** Lists the log records of a project, newest first. */
export function useLogs(id: string, search: LogsSearch, range: TimeRange) {
  const filter = {
    timeRange: { start: range.start ?? null, end: range.end ?? null },
    minSeverity: search.severity ?? null,
    eventName: search.event ?? null,
    serviceName: search.service ?? null,
    search: search.search ?? null,
  };
  return usePages(
    createPageSource(LogsQuery, {
      variables: { id, first: PAGE_SIZE, filter },
      connection: (data) => (data.node.__typename === 'Project' ? data.node.logRecords : undefined),
    }),
  );
}

type Project = Extract<ResultOf<typeof LogsQuery>['node'], { __typename: 'Project' }>;

/** A log record. */
export type LogRow = Project['logRecords']['edges'][number]['node'];

/** Returns the names of events and services by which log records can be filtered. */
export function useLogNames(id: string): { eventNames: string[]; serviceNames: string[] } {
  const { data } = useGraphqlQuery(LogNamesQuery, { id });
  return data?.node.__typename === 'Project'
    ? data.node.logRecordNames
    : { eventNames: [], serviceNames: [] };
}
