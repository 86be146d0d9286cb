import { joinConditions, quote } from '../../../lib/filter-language/write-condition.js';
import {
  readMetricsSearch,
  readSessionsSearch,
  readSpansSearch,
  readTracesSearch,
  type SpansSearch,
  type TracesSearch,
} from '../search.js';
import type { RawSearch } from '../../../lib/routing/search-params.js';
import type { DataTab } from '../tabs.js';

/** The conditions that make figures cover what a list shows; null for none. */
export interface FigureConditions {
  filterCondition: string | null;
  traceFilterCondition: string | null;
  sessionFilterCondition: string | null;
  /** Words that spans of the rows contain. */
  search: string | null;
  searchedRows: 'SPANS' | 'TRACES' | 'SESSIONS';
}

const NONE: FigureConditions = {
  filterCondition: null,
  traceFilterCondition: null,
  sessionFilterCondition: null,
  search: null,
  searchedRows: 'SPANS',
};

/** Whether figures cover only a part of the project. */
export function areFiltered(conditions: FigureConditions): boolean {
  return Object.entries(conditions).some(
    ([name, condition]) => name !== 'searchedRows' && condition !== null,
  );
}

/** Returns the conditions for the filters of a tab in the URL. */
export function toFigureConditions(tab: DataTab | undefined, search: RawSearch): FigureConditions {
  switch (tab) {
    case 'traces': {
      const traces = readTracesSearch(search);
      const words = { search: traces.search ?? null, searchedRows: 'TRACES' } as const;
      return { ...NONE, ...words, traceFilterCondition: ofTraces(traces) };
    }
    case 'spans': {
      const spans = readSpansSearch(search);
      const { search: text = null, traceFilter = null } = spans;
      const conditions = { filterCondition: ofSpans(spans), traceFilterCondition: traceFilter };
      return { ...NONE, search: text, ...conditions };
    }
    case 'sessions': {
      const { search: text = null, filter = null } = readSessionsSearch(search);
      const words = { search: text, searchedRows: 'SESSIONS' } as const;
      return { ...NONE, ...words, sessionFilterCondition: filter };
    }
    case 'metrics':
      return { ...NONE, traceFilterCondition: readMetricsSearch(search).filter ?? null };
    default:
      return NONE;
  }
}

function ofTraces({ filter, status }: TracesSearch): string | null {
  return join([filter, status && `error_count ${status === 'error' ? '> 0' : '== 0'}`]);
}

function ofSpans({ filter, kinds, statuses, rootsOnly }: SpansSearch): string | null {
  return join([
    filter,
    kinds && `span_kind in ${list(kinds)}`,
    statuses && `status_code in ${list(statuses)}`,
    rootsOnly && 'parent_span is None',
  ]);
}

function list(values: readonly string[]): string {
  return `[${values.map(quote).join(', ')}]`;
}

function join(parts: readonly (string | false | undefined)[]): string | null {
  const wanted = parts.filter((part) => part !== undefined && part !== false);
  return wanted.length === 0
    ? null
    : wanted.reduce((first, second) => joinConditions(first, second));
}
