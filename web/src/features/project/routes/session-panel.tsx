import { Button, Loader, Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { MessageSquareX } from 'lucide-react';
import { type ReactNode, Suspense, useCallback } from 'react';
import { AnnotateButton } from '../../../components/buttons/annotate-button.js';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { Duration } from '../../../components/data-display/duration.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { PanelHeader } from '../../../components/layout/panel-header.js';
import { useRowPager } from '../../../components/data-table/row-pager.js';
import { SidePanel } from '../../../components/layout/side-panel.js';
import { type Stat, StatStrip } from '../../../components/data-display/stat-strip.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { formatCount } from '../../../lib/format/numbers.js';
import { type SessionFrame, useSessionFrame, useSessionTurns } from '../api/session-turns.js';
import { TurnCard } from '../components/turn-card.js';
import { readSessionsSearch } from '../search.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import classes from './session-panel.module.css';

const route = getRouteApi('/projects/$projectId/sessions/$sessionNodeId');

interface SessionPanelProps {
  /** Renders an output; may suspend. */
  renderText: (text: string) => ReactNode;
  /** Puts the annotations of a session beside its conversation. */
  renderAnnotations: (props: SessionAnnotations) => ReactNode;
  /** Collects feedback about the answer of a span. */
  renderFeedback: (spanId: string) => ReactNode;
  /** The annotations of a session as chips; nothing without any. */
  renderChips: (sessionId: string, onOpen: () => void) => ReactNode;
  /** All annotations of a session. */
  renderTable: (sessionId: string) => ReactNode;
}

/** What the annotations of a session need. */
export interface SessionAnnotations {
  projectId: string;
  /** Global ID. */
  sessionId: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
}

/** The session panel, over the list of sessions: its conversation, turn by turn. */
export function SessionPanel(props: SessionPanelProps) {
  const { renderAnnotations, renderChips, renderTable } = props;
  const { projectId, sessionNodeId } = route.useParams();
  const { full = false, judge, sessionTab } = readSessionsSearch(route.useSearch());
  const navigate = useNavigate();
  const pager = useRowPager();
  const { data, error, reload } = useSessionFrame(sessionNodeId);
  const session = data?.node.__typename === 'ProjectSession' ? data.node : undefined;

  const close = useCallback(
    () =>
      void navigate({
        to: '/projects/$projectId/sessions',
        params: { projectId },
        search: (now) => ({
          ...readSessionsSearch(now),
          full: undefined,
          judge: undefined,
          sessionTab: undefined,
        }),
      }),
    [navigate, projectId],
  );
  const isJudging = judge !== undefined;
  const judgeSession = (isOpen: boolean) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, judge: isOpen ? 'session' : undefined }),
      replace: true,
    });
  const openTab = (next: string | null) =>
    void navigate({
      to: '.',
      search: (now) => ({ ...now, sessionTab: next === 'annotations' ? next : undefined }),
      replace: true,
    });
  useKeys({ j: pager.next, k: pager.previous });

  return (
    <SidePanel
      label="Session"
      name="session"
      isFullWidth={full}
      onClose={isJudging ? () => judgeSession(false) : close}
    >
      <PanelHeader
        title={session?.sessionId ?? 'Session'}
        hint={session?.sessionId}
        pager={pager}
        isFullWidth={full}
        onFullWidthChange={(value) =>
          void navigate({
            to: '.',
            search: (now) => ({ ...now, full: value ? true : undefined }),
            replace: true,
          })
        }
        onClose={close}
      >
        <AnnotateButton isOpen={isJudging} onClick={() => judgeSession(!isJudging)} />
        {session ? <CopyButton value={session.sessionId} label="session ID" /> : null}
      </PanelHeader>
      {session ? (
        <SessionFigures
          session={session}
          annotations={renderChips(session.id, () => openTab('annotations'))}
        />
      ) : null}
      {renderAnnotations({
        projectId,
        sessionId: sessionNodeId,
        isOpen: isJudging,
        onToggle: judgeSession,
        children: session ? (
          <Tabs
            key={session.id}
            className={classes.tabs}
            keepMounted={false}
            value={sessionTab ?? 'turns'}
            onChange={openTab}
          >
            <Tabs.List className={classes.list}>
              <Tabs.Tab value="turns">Turns</Tabs.Tab>
              <Tabs.Tab value="annotations">Annotations</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="turns" className={classes.panel}>
              <Suspense fallback={<Loader size="sm" className={classes.loader} />}>
                <Conversation projectId={projectId} session={session} {...props} />
              </Suspense>
            </Tabs.Panel>
            <Tabs.Panel value="annotations" className={classes.panel}>
              <div className={classes.table}>{renderTable(session.id)}</div>
            </Tabs.Panel>
          </Tabs>
        ) : error ? (
          <MissingSession error={error} onRetry={reload} />
        ) : (
          <Loader size="sm" className={classes.loader} />
        ),
      })}
    </SidePanel>
  );
}

function SessionFigures(props: { session: SessionFrame; annotations: ReactNode }) {
  const { session, annotations } = props;
  const { tokenUsage } = session;
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
  ];
  if (session.userId) stats.push({ label: 'User', value: <UserName name={session.userId} /> });
  stats.push({
    label: 'Annotations',
    value: (
      <span className={classes.chips} data-full>
        {annotations}
      </span>
    ),
  });
  return <StatStrip stats={stats} />;
}

function UserName({ name }: { name: string }) {
  return (
    <span className={classes.user} title={name}>
      {name}
    </span>
  );
}

interface ConversationProps extends Pick<SessionPanelProps, 'renderText' | 'renderFeedback'> {
  projectId: string;
  session: SessionFrame;
}

function Conversation(props: ConversationProps) {
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
      {list.hasNextPage ? (
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

function MissingSession({ error, onRetry }: { error: RequestError; onRetry: () => void }) {
  if (!isNotFound(error)) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon={MessageSquareX} title="Session not found">
      It may have been deleted, or the link is incomplete.
    </EmptyState>
  );
}
