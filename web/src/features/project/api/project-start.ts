import { graphql } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { resolveTimeRange, type TimeRangeSearch } from '../../../lib/time/time-range.js';

export const ProjectStartQuery = graphql(`
  query ProjectStart($id: ID!) {
    node(id: $id) {
      __typename
      ... on Project {
        id
        startTime
      }
    }
  }
`);

/**
 * Returns when the first trace of a project began, if a range has no start of its own.
 * `isKnown` is false until the start of the range is known.
 */
export function useFirstStart(id: string, range: TimeRangeSearch) {
  const isOpen = resolveTimeRange(range).start === undefined;
  const { data } = useGraphqlQuery(ProjectStartQuery, { id }, { enabled: isOpen });
  const firstStart = data?.node.__typename === 'Project' ? data.node.startTime : undefined;
  return { isKnown: !isOpen || Boolean(firstStart), firstStart };
}

/** Returns the milliseconds of a range that has a start and an end. */
export function resolveRange(range: TimeRangeSearch, firstStart: string | null | undefined) {
  const now = Date.now();
  const { start = firstStart, end } = resolveTimeRange(range, now);
  // Clocks differ, and spans that were just sent should be shown.
  const last = end === undefined ? now + 60_000 : Date.parse(end);
  return { start: start ? Date.parse(start) : last, end: last };
}
