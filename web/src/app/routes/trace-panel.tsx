import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { PanelHeader } from '../../components/layout/panel-header.js';
import { useRowPager } from '../../components/data-table/row-pager.js';
import { preloadProse } from '../../components/text/lazy-prose.js';
import { SidePanel } from '../../components/layout/side-panel.js';
import { AnnotateButton } from '../../components/buttons/annotate-button.js';
import { JudgeFrame, useTraceTargets } from '../../features/annotations/judge/judge-frame.js';
import { AnnotationSlotsProvider } from '../../features/trace/annotation-slots.js';
import { type SpanTab, type TraceSearch, readTraceSearch } from '../../features/trace/search.js';
import { TraceView } from '../../features/trace/components/trace-view.js';
import { readFlag, readText } from '../../lib/routing/search-params.js';
import { useKeys } from '../../lib/browser/use-keys.js';
import { TRACE_ANNOTATIONS } from './trace-annotations.js';
import { renderSpanActions } from './span-actions.js';

/** The trace panel over the list of traces or spans from which it was opened. */
export function TracePanel({ list }: { list: 'traces' | 'spans' }) {
  useEffect(preloadProse, []);
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
          judge: undefined,
          find: undefined,
          findKinds: undefined,
          findStatuses: undefined,
        }),
      }),
    [navigate, list, projectId],
  );
  const { tab = 'info', judge } = readTraceSearch(search);
  const change = (part: {
    full?: true | undefined;
    selectedSpanNodeId?: string;
    tab?: SpanTab | undefined;
    judge?: TraceSearch['judge'];
  }) => void navigate({ to: '.', search: (now) => ({ ...now, ...part }), replace: true });
  const spanNodeId = readText(search, 'selectedSpanNodeId');
  const { targets, lookup } = useTraceTargets(traceId, spanNodeId, judge !== undefined);
  const onJudge = (kind: TraceSearch['judge']) => change({ judge: kind });
  // Whoever judges traces wants to judge the next trace, too, and not its span.
  const [lastKind, setLastKind] = useState(judge ?? 'span');
  if (judge && judge !== lastKind) setLastKind(judge);
  useKeys({ j: pager.next, k: pager.previous });

  return (
    <SidePanel
      label="Trace"
      name="trace"
      isFullWidth={isFullWidth}
      onClose={judge ? () => onJudge(undefined) : close}
    >
      <PanelHeader
        title="Trace"
        id={traceId}
        pager={pager}
        isFullWidth={isFullWidth}
        onFullWidthChange={(full) => change({ full: full ? true : undefined })}
        onClose={close}
      >
        <AnnotateButton
          isOpen={judge !== undefined}
          onClick={() => onJudge(judge ? undefined : lastKind)}
        />
      </PanelHeader>
      <JudgeFrame
        projectId={projectId}
        targets={targets}
        subject={`${traceId} ${spanNodeId ?? ''}`}
        lookup={lookup}
        judge={judge}
        defaultKind={lastKind}
        onJudge={onJudge}
      >
        <AnnotationSlotsProvider value={TRACE_ANNOTATIONS}>
          <TraceView
            key={traceId}
            traceId={traceId}
            selectedSpanNodeId={spanNodeId}
            onSelectSpan={(id) => change({ selectedSpanNodeId: id })}
            tab={tab}
            onTab={(next) => change({ tab: next === 'info' ? undefined : next })}
            spanActions={renderSpanActions}
            search={readText(search, 'search')}
          />
        </AnnotationSlotsProvider>
      </JudgeFrame>
    </SidePanel>
  );
}
