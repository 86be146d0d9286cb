import { screen, within } from '@testing-library/react/pure';
import { useState } from 'react';
import { TraceView } from '../../features/trace/components/trace-view.js';
import type { SpanTab } from '../../features/trace/search.js';
import { TRACE_ID } from './traces.js';

/** A trace as its page shows it, which remembers the span and the tab. */
export function OpenTrace({ selected }: { selected?: string | undefined }) {
  const [id, setId] = useState(selected);
  const [tab, setTab] = useState<SpanTab>('info');
  return (
    <TraceView
      traceId={TRACE_ID}
      {...(id === undefined ? {} : { selectedSpanNodeId: id })}
      onSelectSpan={setId}
      tab={tab}
      onTab={setTab}
      spanActions={() => null}
    />
  );
}

/** The tree of an open trace. */
export const spanTree = () => screen.getByRole('tree', { name: 'Spans' });

/** The names of the spans in the tree, in order. */
export const listedSpans = () =>
  within(spanTree())
    .queryAllByRole('treeitem')
    .map((item) => item.querySelector('[data-name]')?.textContent ?? item.textContent);

/** The pieces of text in an element, in order. */
export function textPieces(element: Element): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: string[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode.nodeValue ?? '');
  return texts;
}
