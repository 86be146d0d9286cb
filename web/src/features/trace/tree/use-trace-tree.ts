import { useMemo, useState } from 'react';
import type { LoadedSpans } from '../api/span-runs.js';
import type { TreeSpan } from '../api/trace-query.js';
import type { FoundSpans } from '../api/use-found-spans.js';
import type { FoldedSpans } from './internal-spans.js';
import type { Row } from './rows.js';
import { buildSpanTree, type SpanTree } from './span-tree.js';
import { toTimeScale, type TimeScale } from './time-scale.js';
import { expandAncestors, listParentIds, toVisibleRows } from './visible-rows.js';

/** The state of the tree, and functions that change it. */
export interface TraceTreeState {
  tree: SpanTree;
  scale: TimeScale;
  rows: readonly Row[];
  /** How deep the rows are; 0 if they all are at the top. */
  maxDepth: number;
  /** Whether the trace has spans to fold. */
  hasInternal: boolean;
  /** Whether these are shown like all others. */
  withInternal: boolean;
  /** The global IDs of the spans that match a search; null without a search. */
  hits: ReadonlySet<string> | null;
  /** Whether the tree has every span that it could show. */
  isComplete: boolean;
  setExpanded: (id: string, expanded: boolean) => void;
  /** Shows or hides internal spans that are folded into one row. */
  setOpen: (folded: FoldedSpans, isOpen: boolean) => void;
  expandAll: () => void;
  collapseAll: () => void;
  /** Expands the ancestors of a span, and the row into which it is folded. */
  reveal: (id: string) => void;
}

const none: ReadonlySet<string> = new Set();

/**
 * The state of the tree: its spans and their folding. Internal spans are folded into one row unless they are
 * at the top or match a search. A search shows only matches and their
 * ancestors. It starts expanded and has its own folding, so that clearing it restores the previous
 * one.
 * @param found the result of a search; null without one.
 * @param selected a span to which the user went through all matches; shown even if the search has not
 * loaded it yet.
 * @param withInternal whether internal spans are shown like all others.
 */
export function useTraceTree(
  loaded: LoadedSpans,
  found: FoundSpans | null,
  selected: string | null,
  { times, withInternal }: { times: { startTime: string; endTime: string }; withInternal: boolean },
): TraceTreeState {
  const [collapsed, setCollapsed] = useState(none);
  const [collapsedInSearch, setCollapsedInSearch] = useState(none);
  const [opened, setOpened] = useState(none);

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
  const hasInternal = useMemo(() => loaded.spans.some((span) => span.isInternal), [loaded]);
  const rows = useMemo(() => {
    const folding = hasInternal && !withInternal ? { opened, kept: hits } : undefined;
    return toVisibleRows(tree, folded, { runOf, folding });
  }, [tree, folded, runOf, hasInternal, withInternal, opened, hits]);
  const maxDepth = useMemo(
    () =>
      withInternal ? tree.maxDepth : rows.reduce((most, { depth }) => Math.max(most, depth), 0),
    [withInternal, tree, rows],
  );
  const isComplete = foundTree === undefined && loaded.isComplete;

  return useMemo(() => {
    const change = hits ? setCollapsedInSearch : setCollapsed;
    return {
      tree,
      scale,
      rows,
      maxDepth,
      hasInternal,
      withInternal,
      hits,
      isComplete,
      setExpanded: (id, expanded) =>
        change((now) => {
          const next = new Set(now);
          if (expanded) next.delete(id);
          else next.add(id);
          return next;
        }),
      setOpen: ({ nodes }, isOpen) =>
        setOpened((now) => {
          const next = new Set(now);
          if (isOpen) next.add(nodes[0]!.span.id);
          else for (const { span } of nodes) next.delete(span.id);
          return next;
        }),
      expandAll: () => change(none),
      collapseAll() {
        change(listParentIds(tree));
        setOpened(none);
      },
      reveal(id) {
        const node = tree.byId.get(id);
        if (!node) return;
        change((now) => expandAncestors(now, node));
        if (node.span.isInternal) setOpened((now) => new Set(now).add(id));
      },
    };
  }, [tree, scale, rows, maxDepth, hasInternal, withInternal, hits, isComplete]);
}

/** Returns a span of the tree with its ancestors. */
function listPath(tree: SpanTree, id: string | null): TreeSpan[] {
  const path: TreeSpan[] = [];
  for (let node = tree.byId.get(id ?? ''); node; node = node.parent ?? undefined) {
    path.push(node.span);
  }
  return path;
}
