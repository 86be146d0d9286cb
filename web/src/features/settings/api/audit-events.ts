import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';
import type { AuditSearch } from '../search.js';

const PAGE_SIZE = 50;

export const AuditEventsQuery = graphql(`
  query SettingsAuditEvents($first: Int!, $after: String, $filter: AuditEventFilter) {
    auditEvents(first: $first, after: $after, filter: $filter) {
      edges {
        node {
          id
          occurredAt
          action
          outcome
          actorName
          actor {
            id
            username
          }
          credential
          subjectType
          subjectId
          subjectName
          address
          userAgent
          requestId
          details
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

/** One recorded event. */
export type AuditRow = ResultOf<typeof AuditEventsQuery>['auditEvents']['edges'][number]['node'];

/** Lists the events that match the search, newest first, page by page. */
export function useAuditEvents(search: AuditSearch, range: TimeRangeSearch) {
  const { action, actor, outcome, q } = search;
  return usePages(
    createPageSource(AuditEventsQuery, {
      key: [action, actor, outcome, q, range],
      variables: () => ({
        first: PAGE_SIZE,
        filter: {
          action: action ?? null,
          actorId: actor ?? null,
          outcome: outcome ?? null,
          search: q ?? null,
          ...resolveTimeRange(range),
        },
      }),
      connection: (data) => data.auditEvents,
    }),
  );
}
