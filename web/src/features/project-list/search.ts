import { type RawSearch, readOneOf, readText } from '../../lib/routing/search-params.js';
import { readTimeRange, type TimeRangeSearch } from '../../lib/time/time-range.js';

const SORTS = ['name', '-name', 'endTime', '-endTime'] as const;
type ProjectsSort = (typeof SORTS)[number];

export const DEFAULT_PROJECTS_SORT: ProjectsSort = '-endTime';

/** The state of the list of projects, as stored in the URL. */
export interface ProjectsSearch extends TimeRangeSearch {
  q?: string | undefined;
  sort?: ProjectsSort | undefined;
}

/** Reads the state of the list from the URL, and drops invalid values. */
export function readProjectsSearch(search: RawSearch): ProjectsSearch {
  const sort = readOneOf(search, 'sort', SORTS);
  return {
    ...readTimeRange(search),
    q: readText(search, 'q'),
    sort: sort === DEFAULT_PROJECTS_SORT ? undefined : sort,
  };
}
