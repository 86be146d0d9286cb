import { joinConditions } from '../../../lib/filter-language/write-condition.js';
import type { TimeRangeSearch } from '../../../lib/time/time-range.js';
import type { ProjectTab } from '../tabs.js';

/** A list of the project with its filter and sort, without the time range. */
export interface ListTarget {
  tab: ProjectTab;
  filter?: string | undefined;
  sort?: string | undefined;
}

const PATHS = {
  traces: '/projects/$projectId/traces',
  spans: '/projects/$projectId/spans',
  sessions: '/projects/$projectId/sessions',
} as const;

/** Returns a list with a further condition. */
export function narrow(target: ListTarget, condition: string | undefined): ListTarget {
  if (condition === undefined) return target;
  return { ...target, filter: joinConditions(target.filter ?? '', condition) };
}

/** Returns where the router finds a list, with only what belongs to the traces of the page. */
export function toLocation(
  target: ListTarget,
  { projectId, filter: ofTraces }: { projectId: string; filter: string | undefined },
  range: TimeRangeSearch,
) {
  const { tab, ...state } = ofTraces === undefined ? target : restrict(target, ofTraces);
  return { to: PATHS[tab], params: { projectId }, search: { ...range, ...state } };
}

/** Restricts a list to what belongs to traces that meet a condition. */
export function restrict(
  { tab, filter, sort }: ListTarget,
  ofTraces: string,
): ListTarget & { traceFilter?: string } {
  switch (tab) {
    case 'traces':
      return narrow({ tab, filter: ofTraces, sort }, filter);
    case 'spans':
      return { tab, filter, sort, traceFilter: ofTraces };
    default:
      // A condition on sessions cannot say this about their traces.
      return narrow({ tab: 'traces', filter: ofTraces }, 'session_id is not None');
  }
}
