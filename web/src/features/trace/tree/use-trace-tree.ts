import { useMemo, useState } from 'react';
import type { LoadedSpans } from '../api/span-runs.js';
import type { TreeSpan } from '../api/trace-query.js';
import type { FoundSpans } from '../api/use-found-spans.js';
import { buildSpanTree, type SpanTree } from './span-tree.js';
import { toTimeScale, type TimeScale } from './time-scale.js';
import { expandAncestors, listParentIds, type Row, toVisibleRows } from './visible-rows.js';

/** The state of the tree, and functions that change it. */
export interface TraceTreeState {
  tree: SpanTree;
  scale: TimeScale;
  rows: readonly Row[];
  /** The global IDs of the spans that match a search; null without a search. */
  hits: ReadonlySet<string> | null;
  /** Whether the tree has every span that it could show. */
  isComplete: boolean;
  setExpanded: (id: string, expanded: boolean) => void;
  expandAll: () => void;
  collapseAll: () => void;
  /** Expands the ancestors of a span. */
  reveal: (id: string) => void;
}

const none: ReadonlySet<string> = new Set();

/**
 * The state of the tree: its spans and their folding. A search shows only matches and their
 * ancestors. It starts expanded and has its own folding, so that clearing it restores the previous
 * one.
 * @param found the result of a search; null without one.
 * @param selected a span to which the user went through all matches; shown even if the search has not
 * loaded it yet.
 */
export function useTraceTree(
  loaded: LoadedSpans,
  found: FoundSpans | null,
  selected: string | null,
  times: { startTime: string; endTime: string },
): TraceTreeState {
  const [collapsed, setCollapsed] = useState(none);
  const [collapsedInSearch, setCollapsedInSearch] = useState(none);

  const whole = useMemo(() => buildSpanTree(loaded.spans), [loaded]);
  const foundSpans = found?.spans;
  const foundTree = useMemo(
    () => foundSpans && buildSpanTree([...foundSpans, ...listPath(whole, selected)]),
    [foundSpans, whole, selected],
  );
  const tree = foundTree ?? whole;
  const hits = useMemo(
    () => found && (selected === null ? found.hits : new Set([...found.hits, selected])),
    // The rest of a result changes with every page.
    [found, selected],
  );
  const scale = useMemo(() => toTimeScale(tree, times), [tree, times]);
  const folded = foundTree ? collapsedInSearch : collapsed;
  const runOf = foundTree || loaded.isComplete ? undefined : loaded.runOf;
  const rows = useMemo(() => toVisibleRows(tree, folded, runOf), [tree, folded, runOf]);
  const isComplete = foundTree === undefined && loaded.isComplete;

  return useMemo(() => {
    const change = hits ? setCollapsedInSearch : setCollapsed;
    return {
      tree,
      scale,
      rows,
      hits,
      isComplete,
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
  }, [tree, scale, rows, hits, isComplete]);
}

/** Returns a span of the tree with its ancestors. */
function listPath(tree: SpanTree, id: string | null): TreeSpan[] {
  const path: TreeSpan[] = [];
  for (let node = tree.byId.get(id ?? ''); node; node = node.parent ?? undefined) {
    path.push(node.span);
  }
  return path;
}
