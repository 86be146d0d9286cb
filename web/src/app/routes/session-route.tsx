import { useEffect } from 'react';
import { JudgeFrame } from '../../features/annotations/judge/judge-frame.js';
import { Thumbs } from '../../features/annotations/marks/thumbs.js';
import { LazyAnnotationTable } from '../../features/annotations/table/lazy-annotation-table.js';
import {
  type SessionAnnotations,
  SessionPanel,
} from '../../features/project/routes/session-panel.js';
import { LazyProse, preloadProse } from '../../components/text/lazy-prose.js';
import { ProjectChips } from './project-chips.js';

/** The session panel over the list of sessions. Renders outputs as a trace does. */
export function SessionRoute() {
  useEffect(preloadProse, []);
  return (
    <SessionPanel
      renderText={renderText}
      renderAnnotations={renderAnnotations}
      renderFeedback={renderFeedback}
      renderChips={renderChips}
      renderTable={renderTable}
    />
  );
}

function renderText(text: string) {
  return <LazyProse text={text} />;
}

function renderFeedback(spanId: string) {
  return <Thumbs spanId={spanId} />;
}

function renderChips(id: string, onOpen: () => void) {
  return <ProjectChips target={{ kind: 'session', id }} onOpen={onOpen} />;
}

function renderTable(id: string) {
  return (
    <LazyAnnotationTable title="Annotations of the session" target={{ kind: 'session', id }} />
  );
}

function renderAnnotations(props: SessionAnnotations) {
  const { projectId, sessionId, isOpen, onToggle, children } = props;
  return (
    <JudgeFrame
      projectId={projectId}
      targets={[{ kind: 'session', id: sessionId }]}
      judge={isOpen ? 'session' : undefined}
      defaultKind="session"
      onJudge={(kind) => onToggle(kind !== undefined)}
    >
      {children}
    </JudgeFrame>
  );
}
