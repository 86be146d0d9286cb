import { Splitter } from '@mantine/core';
import { useElementSize, useLocalStorage } from '@mantine/hooks';
import { SearchX } from 'lucide-react';
import { Component, type ReactNode, useMemo, useRef } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import type { FindFilter } from '../api/find-filter.js';
import { useSpanMatches } from '../api/use-span-matches.js';
import type { TraceSummary, TreeSpan } from '../api/trace-query.js';
import { useTrace, type LoadedTrace } from '../api/use-trace.js';
import { SpanDetail } from '../detail/span-detail.js';
import type { SpanTab } from '../search.js';
import { FailedStepper } from './failed-stepper.js';
import { LoadMoreBanner } from './load-more-banner.js';
import { TraceHeader } from './trace-header.js';
import { TraceSkeleton } from './trace-skeleton.js';
import { TracePane } from '../tree/trace-pane.js';
import classes from './trace-view.module.css';

/** Below this width in pixels, the detail is shown below the tree. */
const STACK_BELOW = 720;

interface TraceViewProps {
  /** OpenTelemetry ID. */
  traceId: string;
  /** Global ID of the span to show; the root span if absent. */
  selectedSpanNodeId?: string;
  onSelectSpan: (id: string) => void;
  /** The open tab of the span detail. */
  tab: SpanTab;
  onTab: (tab: SpanTab) => void;
  /** The actions for a span, given its global ID. */
  spanActions: (span: { id: string; spanKind: string }) => ReactNode;
  /** The search that led here, whose words are marked in the span detail. */
  search?: string | undefined;
}

/** A trace: header, tree and selected span. Fills its parent and loads its own data. */
export function TraceView(props: TraceViewProps) {
  return <OneTrace key={props.traceId} {...props} />;
}

/** The filter of the failed spans. */
const FAILED: FindFilter = { filter: { statusCodes: ['ERROR'] }, filterCondition: null };

function OneTrace({ traceId, ...props }: TraceViewProps) {
  const { selectedSpanNodeId, onSelectSpan } = props;
  const loaded = useTrace(traceId, selectedSpanNodeId);
  const { ref, width } = useElementSize();
  const narrow = width > 0 && width < STACK_BELOW;
  const { trace } = loaded;
  const shownId = selectedSpanNodeId ?? trace?.rootSpan?.id ?? loaded.loaded.spans[0]?.id;
  const shown = useMemo(
    () => loaded.loaded.spans.find((span) => span.id === shownId),
    [loaded.loaded, shownId],
  );
  const hasFailed = (trace?.errorCount ?? 0) > 0;
  const failed = useSpanMatches(traceId, shown?.spanId, hasFailed ? FAILED : null);
  const goToFailed = (direction: 'next' | 'previous') => {
    void failed.step(direction).then((id) => {
      if (id !== undefined) onSelectSpan(id);
    });
  };
  useKeys(hasFailed ? { f: () => goToFailed('next'), F: () => goToFailed('previous') } : {});
  return (
    <div ref={ref} className={classes.root} data-narrow={narrow || undefined}>
      {trace ? (
        <>
          <TraceHeader
            trace={trace}
            onOpenAnnotations={() => props.onTab('annotations')}
            onRefresh={loaded.refresh}
            failed={<FailedStepper count={trace.errorCount} matches={failed} onStep={goToFailed} />}
          />
          <Sides
            loaded={loaded}
            trace={trace}
            narrow={narrow}
            shownId={shownId}
            known={shown}
            {...props}
          />
        </>
      ) : loaded.error ? (
        <ErrorState error={loaded.error} onRetry={loaded.refresh} />
      ) : trace === null ? (
        <EmptyState icon={SearchX} title="Trace not found">
          No trace has the ID {traceId}. It may have been deleted, or it may not have arrived yet.
        </EmptyState>
      ) : (
        <TraceSkeleton narrow={narrow} />
      )}
    </div>
  );
}

interface SidesProps extends Omit<TraceViewProps, 'traceId' | 'selectedSpanNodeId'> {
  loaded: LoadedTrace;
  trace: TraceSummary;
  narrow: boolean;
  /** The global ID of the span to show; undefined if the trace has none. */
  shownId: string | undefined;
  /** The span as the tree knows it. */
  known: TreeSpan | undefined;
}

function Sides({ loaded, trace, narrow, shownId, known, onSelectSpan, ...tabs }: SidesProps) {
  const [sizes, setSizes] = useLocalStorage<(number | `${number}%`)[]>({
    key: 'spandrel-trace-split',
    defaultValue: [38, 62],
    getInitialValueInEffect: false,
  });
  const detail = useRef<HTMLElement>(null);
  const openDetail = () =>
    detail.current?.querySelector<HTMLElement>('[data-span-heading]')?.focus();

  const tree = (
    <div className={classes.tree}>
      <TracePane
        loaded={loaded}
        trace={trace}
        selected={known}
        selectedId={shownId}
        onSelect={onSelectSpan}
        onOpen={openDetail}
      />
      <LoadMoreBanner trace={loaded} />
    </div>
  );
  const span = (
    <section ref={detail} key={shownId} className={classes.detail} aria-label="Span">
      {shownId === undefined ? null : (
        <SpanErrorBoundary>
          <SpanDetail id={shownId} traceId={trace.id} known={known} {...tabs} />
        </SpanErrorBoundary>
      )}
    </section>
  );
  if (narrow) {
    return (
      <>
        {tree}
        {span}
      </>
    );
  }
  return (
    <Splitter
      className={classes.sides}
      sizes={sizes}
      onSizeChange={(next) => setSizes(next as typeof sizes)}
      lineSize={1}
      withHandle={false}
      step={2}
    >
      <Splitter.Pane defaultSize={38} min={20} className={classes.pane}>
        {tree}
      </Splitter.Pane>
      <Splitter.Pane defaultSize={62} min={30} className={classes.pane}>
        {span}
      </Splitter.Pane>
    </Splitter>
  );
}

interface SpanViewProps extends Pick<TraceViewProps, 'tab' | 'onTab' | 'spanActions'> {
  /** Global ID. */
  id: string;
  /** Global ID of its trace. */
  traceId: string;
}

/** One span without the tree of its trace. Fills its parent and loads its own data. */
export function SpanView(props: SpanViewProps) {
  return (
    <div className={classes.root}>
      <section className={classes.detail} aria-label="Span">
        <SpanErrorBoundary key={props.id}>
          <SpanDetail known={undefined} {...props} />
        </SpanErrorBoundary>
      </section>
    </div>
  );
}

/** Keeps the tree usable if one span cannot be rendered. */
class SpanErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    if (this.state.error === undefined) return this.props.children;
    return (
      <ErrorState error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
    );
  }
}
