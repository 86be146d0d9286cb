import { ActionIcon, Tooltip } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { createLink, getRouteApi } from '@tanstack/react-router';
import { ListTree } from 'lucide-react';
import { type ComponentPropsWithRef, useCallback, useEffect } from 'react';
import { LazyProse, preloadProse } from '../../components/text/lazy-prose.js';
import type { ReviewItem } from '../../features/annotations/queues/api/review-steps.js';
import { QueuePage } from '../../features/annotations/queues/routes/queue-page.js';
import { SessionView } from '../../features/project/components/conversation.js';
import { prefetchSpan } from '../../features/trace/api/use-span.js';
import { prefetchTrace } from '../../features/trace/api/use-trace.js';
import { prefetchSession } from '../../features/project/api/session-turns.js';
import { SpanView, TraceView } from '../../features/trace/components/trace-view.js';
import {
  type AnnotationSlots,
  AnnotationSlotsProvider,
} from '../../features/trace/annotation-slots.js';
import type { SpanTab } from '../../features/trace/search.js';
import { TRACE_ANNOTATIONS } from './trace-annotations.js';
import { renderSpanActions } from './span-actions.js';

const route = getRouteApi('/projects/$projectId/review/$queueId');

const IconLink = createLink((props: ComponentPropsWithRef<'a'>) => (
  <ActionIcon component="a" variant="subtle" color="gray" {...props} />
));

/** The panel shows annotations, once they cannot influence the reviewer any more. */
const REVIEW_ANNOTATIONS: AnnotationSlots = {
  ...TRACE_ANNOTATIONS,
  renderChips: renderNothing,
  renderTables: () => <p>In a review queue, annotations are shown beside the item.</p>,
  renderJudgments: renderNothing,
  renderMetrics: renderNothing,
};

/** A review queue, which shows its items as the lists of the project do. */
export function ReviewRoute() {
  const prefetchTarget = usePrefetchTarget();
  useEffect(preloadProse, []);
  return (
    <AnnotationSlotsProvider value={REVIEW_ANNOTATIONS}>
      <QueuePage
        renderTarget={(item) => <ReviewTarget item={item} />}
        prefetchTarget={prefetchTarget}
      />
    </AnnotationSlotsProvider>
  );
}

/** Returns a function that loads what is first seen of an item. */
function usePrefetchTarget() {
  const client = useQueryClient();
  return useCallback(
    ({ span, trace, session }: ReviewItem) => {
      // Whatever fails is requested again once it is shown.
      if (span) void prefetchSpan(client, span.id);
      else if (session) void prefetchSession(client, session.id);
      else if (trace) void prefetchTrace(client, trace.traceId);
    },
    [client],
  );
}

function ReviewTarget({ item }: { item: ReviewItem }) {
  const { projectId } = route.useParams();
  const { tab = 'info', selectedSpanNodeId } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (part: { selectedSpanNodeId?: string; tab?: SpanTab | undefined }) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...part }), replace: true });
  const { span, trace } = item;
  const traceId = trace?.traceId ?? '';
  const renderActions = useCallback(
    (shown: { id: string; spanKind: string }) => (
      <>
        <Tooltip label="Open the whole trace">
          <IconLink
            to="/projects/$projectId/spans/$traceId"
            params={{ projectId, traceId: traceId }}
            search={{ timeRangeKey: 'all', selectedSpanNodeId: shown.id }}
            aria-label="Open the whole trace"
          >
            <ListTree size={16} aria-hidden />
          </IconLink>
        </Tooltip>
        {renderSpanActions(shown)}
      </>
    ),
    [projectId, traceId],
  );
  const tabs = {
    tab,
    onTab: (next: SpanTab) => change({ tab: next === 'info' ? undefined : next }),
    spanActions: renderSpanActions,
  };
  if (span && trace) {
    return <SpanView id={span.id} traceId={trace.id} {...tabs} spanActions={renderActions} />;
  }
  if (item.session) {
    return (
      <SessionView
        projectId={projectId}
        sessionId={item.session.id}
        renderText={renderText}
        renderFeedback={renderNothing}
      />
    );
  }
  return trace ? (
    <TraceView
      traceId={trace.traceId}
      selectedSpanNodeId={selectedSpanNodeId}
      onSelectSpan={(id) => change({ selectedSpanNodeId: id })}
      {...tabs}
    />
  ) : null;
}

function renderText(text: string) {
  return <LazyProse text={text} />;
}

function renderNothing(): null {
  return null;
}
