import { useDeferredValue, useMemo, useState } from 'react';
import { buildSpanTree, type SpanTree } from './span-tree.js';
import type { TreeSpan } from '../api/trace-query.js';
import { toTimeScale, type TimeScale } from './time-scale.js';
import { searchTree, type TreeSearch } from './tree-search.js';
import { listParentIds, expandAncestors, toVisibleRows, type TreeRow } from './visible-rows.js';

/** The state of the tree, and functions that change it. */
export interface TraceTreeState {
  tree: SpanTree;
  scale: TimeScale;
  rows: readonly TreeRow[];
  query: string;
  setQuery: (query: string) => void;
  search: TreeSearch | null;
  setExpanded: (id: string, expanded: boolean) => void;
  expandAll: () => void;
  collapseAll: () => void;
  /** Expands the ancestors of a span. */
  reveal: (id: string) => void;
}

const none: ReadonlySet<string> = new Set();

/**
 * The state of the tree: search and folding. A search starts expanded and has its own folding, so
 * that matches are visible and clearing it restores the previous folding.
 */
export function useTraceTree(
  spans: readonly TreeSpan[],
  times: { startTime: string; endTime: string } | undefined,
): TraceTreeState {
  const [query, setQueryNow] = useState('');
  const [collapsed, setCollapsed] = useState(none);
  const [collapsedInSearch, setCollapsedInSearch] = useState(none);

  const tree = useMemo(() => buildSpanTree(spans), [spans]);
  const scale = useMemo(() => toTimeScale(tree, times), [tree, times]);
  const settledQuery = useDeferredValue(query);
  const search = useMemo(() => searchTree(tree, settledQuery), [tree, settledQuery]);
  const folded = search ? collapsedInSearch : collapsed;
  const rows = useMemo(() => toVisibleRows(tree, folded, search?.kept), [tree, folded, search]);

  return useMemo(() => {
    const change = search ? setCollapsedInSearch : setCollapsed;
    return {
      tree,
      scale,
      rows,
      query,
      search,
      setQuery(text) {
        setQueryNow(text);
        setCollapsedInSearch(none);
      },
      setExpanded(id, expanded) {
        change((now) => {
          const next = new Set(now);
          if (expanded) next.delete(id);
          else next.add(id);
          return next;
        });
      },
      expandAll: () => change(none),
      collapseAll: () => change(listParentIds(tree)),
      reveal(id) {
        const node = tree.byId.get(id);
        if (node) change((now) => expandAncestors(now, node));
      },
    };
  }, [tree, scale, rows, query, search]);
}
