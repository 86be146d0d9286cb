import { hasPart, togglePart } from '../../../lib/filter-language/condition-parts.js';
import type { RawSearch } from '../../../lib/routing/search-params.js';
import { readSpansSearch, readTracesSearch } from '../search.js';
import type { ProjectTab } from '../tabs.js';

/** A facet for which some lists have a control. The others are only in the query bar. */
export type ControlledFacet = 'kind' | 'status';

interface Value {
  value: string;
  condition: string;
}

interface Control {
  /** Its values in the URL. */
  chosen: readonly string[];
  choose: (values: readonly string[]) => RawSearch;
}

/** Returns whether a list is filtered by a value, in its control or in the query bar. */
export function isChosen(
  tab: ProjectTab,
  search: RawSearch,
  facet: ControlledFacet | undefined,
  { value, condition }: Value,
): boolean {
  const control = readControl(tab, search, facet);
  return control?.chosen.includes(value.toLowerCase()) || hasPart(readFilter(search), condition);
}

/** Returns the change to the URL that adds a value to what a list is filtered by, or removes it. */
export function toggleFacet(
  tab: ProjectTab,
  search: RawSearch,
  facet: ControlledFacet | undefined,
  { value, condition }: Value,
): RawSearch {
  const filter = readFilter(search);
  const control = readControl(tab, search, facet);
  if (!control || hasPart(filter, condition)) {
    return { filter: togglePart(filter, condition) || undefined };
  }
  const param = value.toLowerCase();
  const others = control.chosen.filter((other) => other !== param);
  return control.choose(others.length < control.chosen.length ? others : [...others, param]);
}

function readControl(
  tab: ProjectTab,
  search: RawSearch,
  facet: ControlledFacet | undefined,
): Control | undefined {
  if (tab === 'traces' && facet === 'status') {
    const { status } = readTracesSearch(search);
    return { chosen: status ? [status] : [], choose: (values) => ({ status: values.at(-1) }) };
  }
  if (tab !== 'spans' || !facet) return undefined;
  const { kinds = [], statuses = [] } = readSpansSearch(search);
  const name = facet === 'kind' ? 'kinds' : 'statuses';
  return {
    chosen: facet === 'kind' ? kinds : statuses,
    choose: (values) => ({ [name]: values.length > 0 ? values : undefined }),
  };
}

function readFilter({ filter }: RawSearch): string {
  return typeof filter === 'string' ? filter : '';
}
