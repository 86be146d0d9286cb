import { Loader, Tabs } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense, useCallback } from 'react';
import { AnnotateButton } from '../../../components/buttons/annotate-button.js';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { PanelHeader } from '../../../components/layout/panel-header.js';
import { useRowPager } from '../../../components/data-table/row-pager.js';
import { SidePanel } from '../../../components/layout/side-panel.js';
import { useSessionFrame } from '../api/session-turns.js';
import { Conversation, MissingSession, SessionFigures } from '../components/conversation.js';
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

/** The session to annotate, and whether its annotations are open. */
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
          <SessionTabs
            key={session.id}
            tab={sessionTab ?? 'turns'}
            onTab={openTab}
            turns={<Conversation projectId={projectId} session={session} {...props} />}
            annotations={renderTable(session.id)}
          />
        ) : error ? (
          <MissingSession error={error} onRetry={reload} />
        ) : (
          <Loader size="sm" className={classes.loader} />
        ),
      })}
    </SidePanel>
  );
}

interface SessionTabsProps {
  tab: string;
  onTab: (tab: string | null) => void;
  turns: ReactNode;
  annotations: ReactNode;
}

function SessionTabs({ tab, onTab, turns, annotations }: SessionTabsProps) {
  return (
    <Tabs className={classes.tabs} keepMounted={false} value={tab} onChange={onTab}>
      <Tabs.List className={classes.list}>
        <Tabs.Tab value="turns">Turns</Tabs.Tab>
        <Tabs.Tab value="annotations">Annotations</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="turns" className={classes.panel}>
        <Suspense fallback={<Loader size="sm" className={classes.loader} />}>{turns}</Suspense>
      </Tabs.Panel>
      <Tabs.Panel value="annotations" className={classes.panel}>
        <div className={classes.table}>{annotations}</div>
      </Tabs.Panel>
    </Tabs>
  );
}
