import { useLocalStorage } from '@mantine/hooks';
import { SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { isOverlayOpen } from '../../../lib/browser/overlays.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import type { TreeSpan } from '../api/trace-query.js';
import { TraceTree } from './trace-tree.js';
import { TreeToolbar } from './tree-toolbar.js';
import { useTraceTree } from './use-trace-tree.js';
import classes from './trace-pane.module.css';

interface TracePaneProps {
  spans: readonly TreeSpan[];
  /** Whether every span is loaded, so that a parent not found is really missing. */
  complete: boolean;
  trace: { startTime: string; endTime: string };
  selectedId: string | undefined;
  onSelect: (id: string) => void;
  onOpen: () => void;
}

/** The tree with its toolbar. `/` focuses the search from anywhere, except while typing. */
export function TracePane({
  spans,
  complete,
  trace,
  selectedId,
  onSelect,
  onOpen,
}: TracePaneProps) {
  const state = useTraceTree(spans, trace);
  const searchRef = useRef<HTMLInputElement>(null);
  const paneRef = useRef<HTMLDivElement>(null);
  const [withMetrics, setWithMetrics] = useLocalStorage({
    key: 'spandrel-tree-metrics',
    defaultValue: true,
    getInitialValueInEffect: false,
  });
  const focusTree = () => {
    paneRef.current?.querySelector<HTMLElement>('[role=tree]')?.focus({ preventScroll: true });
    const first = state.rows.find(({ node }) => state.search?.hits.has(node.span.id));
    if (first) onSelect(first.node.span.id);
  };
  useSearchKey(searchRef);
  useTakeFocus(paneRef);

  return (
    <div ref={paneRef} className={classes.pane}>
      <TreeToolbar
        state={state}
        searchRef={searchRef}
        withMetrics={withMetrics}
        onToggleMetrics={() => setWithMetrics(!withMetrics)}
        onDone={focusTree}
      />
      {state.rows.length === 0 ? (
        <EmptyState icon={SearchX} title="No spans match">
          Search matches names, kinds (llm, tool, …), statuses (error) and IDs.
        </EmptyState>
      ) : (
        <TraceTree
          state={state}
          selectedId={selectedId}
          onSelect={onSelect}
          onOpen={onOpen}
          withMetrics={withMetrics}
          complete={complete}
        />
      )}
    </div>
  );
}

function useSearchKey(searchRef: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      const typing =
        target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]');
      if (
        event.key !== '/' ||
        typing ||
        isOverlayOpen() ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey
      )
        return;
      // A list behind the trace may use `/`, too.
      event.preventDefault();
      event.stopPropagation();
      searchRef.current?.focus();
      searchRef.current?.select();
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [searchRef]);
}

/** Focuses the tree, so that arrow keys work immediately, unless something else has the focus. */
function useTakeFocus(paneRef: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { activeElement } = document;
    const pane = paneRef.current;
    if (activeElement && activeElement !== document.body && !activeElement.contains(pane)) return;
    pane?.querySelector<HTMLElement>('[role=tree]')?.focus({ preventScroll: true });
  }, [paneRef]);
}
