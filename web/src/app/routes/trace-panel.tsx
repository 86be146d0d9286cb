import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PanelHeader } from '../../components/layout/panel-header.js';
import { useRowPager } from '../../components/data-table/row-pager.js';
import { SidePanel } from '../../components/layout/side-panel.js';
import { AddSpanButton } from '../../features/datasets/adding/add-to-dataset.js';
import { type SpanTab, readTraceSearch } from '../../features/trace/search.js';
import { TraceView } from '../../features/trace/components/trace-view.js';
import { readFlag, readText } from '../../lib/routing/search-params.js';
import { useKeys } from '../../lib/browser/use-keys.js';

/** The trace panel over the list of traces or spans from which it was opened. */
export function TracePanel({ list }: { list: 'traces' | 'spans' }) {
  const { projectId = '', traceId = '' } = useParams({ strict: false });
  const search: Record<string, unknown> = useSearch({ strict: false });
  const isFullWidth = readFlag(search, 'full') ?? false;
  const navigate = useNavigate();
  const pager = useRowPager();

  const close = useCallback(
    () =>
      void navigate({
        to: list === 'traces' ? '/projects/$projectId/traces' : '/projects/$projectId/spans',
        params: { projectId },
        search: (now) => ({
          ...now,
          selectedSpanNodeId: undefined,
          full: undefined,
          tab: undefined,
        }),
      }),
    [navigate, list, projectId],
  );
  const { tab = 'info' } = readTraceSearch(search);
  const change = (part: {
    full?: true | undefined;
    selectedSpanNodeId?: string;
    tab?: SpanTab | undefined;
  }) => void navigate({ to: '.', search: (now) => ({ ...now, ...part }), replace: true });
  useKeys({ j: pager.next, k: pager.previous });

  return (
    <SidePanel label="Trace" name="trace" isFullWidth={isFullWidth} onClose={close}>
      <PanelHeader
        title="Trace"
        id={traceId}
        pager={pager}
        isFullWidth={isFullWidth}
        onFullWidthChange={(full) => change({ full: full ? true : undefined })}
        onClose={close}
      />
      <TraceView
        key={traceId}
        traceId={traceId}
        selectedSpanNodeId={readText(search, 'selectedSpanNodeId')}
        onSelectSpan={(id) => change({ selectedSpanNodeId: id })}
        tab={tab}
        onTab={(next) => change({ tab: next === 'info' ? undefined : next })}
        spanActions={renderSpanActions}
      />
    </SidePanel>
  );
}

function renderSpanActions(spanId: string) {
  return <AddSpanButton spanId={spanId} />;
}
