import { Button, Loader } from '@mantine/core';
import { MessageSquareX } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { CostBreakdown } from '../../../components/costs/cost.js';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { Duration } from '../../../components/data-display/duration.js';
import { type Stat, StatStrip } from '../../../components/data-display/stat-strip.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { MoreError } from '../../../components/feedback/more-error.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { formatCount } from '../../../lib/format/numbers.js';
import { type SessionFrame, useSessionFrame, useSessionTurns } from '../api/session-turns.js';
import classes from './conversation.module.css';
import { TurnCard } from './turn-card.js';

/** A session with its figures. Fills its parent and loads its own data. */
export function SessionView(props: Omit<ConversationProps, 'session'> & { sessionId: string }) {
  const { sessionId, ...rest } = props;
  const { data, error, reload } = useSessionFrame(sessionId);
  const session = data?.node.__typename === 'ProjectSession' ? data.node : undefined;
  if (error && !session) return <MissingSession error={error} onRetry={reload} />;
  if (!session) return <Loader size="sm" className={classes.loader} />;
  return (
    <>
      <SessionFigures session={session} />
      <Suspense fallback={<Loader size="sm" className={classes.loader} />}>
        <Conversation key={session.id} session={session} {...rest} />
      </Suspense>
    </>
  );
}

/** The figures of a session. */
export function SessionFigures(props: { session: SessionFrame; annotations?: ReactNode }) {
  const { session, annotations } = props;
  const { tokenUsage, costSummary, costDetailSummaryEntries } = session;
  const duration = Date.parse(session.endTime) - Date.parse(session.startTime);
  const stats: Stat[] = [
    { label: 'Turns', value: formatCount(session.numTraces) },
    {
      label: 'With errors',
      value: formatCount(session.numTracesWithError),
      tone: session.numTracesWithError > 0 ? 'error' : undefined,
    },
    { label: 'Duration', value: <Duration ms={duration} /> },
    { label: 'Turn p50', value: <Duration ms={session.latencyMsP50} /> },
    { label: 'Tokens', value: <TokenCount {...tokenUsage} /> },
    {
      label: 'Cost',
      value: <CostBreakdown summary={costSummary} details={costDetailSummaryEntries} />,
      note: <UnpricedNote counts={costSummary} owner={{ id: session.id }} />,
    },
  ];
  if (session.userId) stats.push({ label: 'User', value: <UserName name={session.userId} /> });
  if (annotations !== undefined) {
    stats.push({
      label: 'Annotations',
      value: (
        <span className={classes.chips} data-full>
          {annotations}
        </span>
      ),
    });
  }
  return <StatStrip stats={stats} />;
}

function UserName({ name }: { name: string }) {
  return (
    <span className={classes.user} title={name}>
      {name}
    </span>
  );
}

interface ConversationProps {
  projectId: string;
  session: SessionFrame;
  /** Renders an output; may suspend. */
  renderText: (text: string) => ReactNode;
  /** Collects feedback about the answer of a span. */
  renderFeedback: (spanId: string) => ReactNode;
}

/** The turns of a session, in chronological order. */
export function Conversation(props: ConversationProps) {
  const { projectId, session, renderText, renderFeedback } = props;
  const list = useSessionTurns(session.id);
  if (list.status === 'error') return <ErrorState error={list.error} onRetry={list.reload} />;
  return (
    <div className={classes.scroller}>
      <ol className={classes.turns}>
        {list.rows.map((turn, index) => (
          <TurnCard
            key={turn.id}
            projectId={projectId}
            number={index + 1}
            turn={turn}
            renderText={renderText}
            renderFeedback={renderFeedback}
          />
        ))}
      </ol>
      {list.status === 'loading' ? <Loader size="sm" className={classes.loader} /> : null}
      <MoreError list={list} />
      {list.hasNextPage && !list.error ? (
        <Button
          variant="default"
          className={classes.loader}
          loading={list.isLoadingMore}
          onClick={list.loadMore}
        >
          Show more turns
        </Button>
      ) : null}
    </div>
  );
}

/** Says why a session cannot be shown. */
export function MissingSession({ error, onRetry }: { error: RequestError; onRetry: () => void }) {
  if (!isNotFound(error)) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon={MessageSquareX} title="Session not found">
      It may have been deleted, or the link is incomplete.
    </EmptyState>
  );
}
