import { JudgeFrame } from '../../features/annotations/judge/judge-frame.js';
import {
  type SessionAnnotations,
  SessionPanel,
} from '../../features/project/routes/session-panel.js';
import { LazyProse } from '../../components/text/lazy-prose.js';

/** The session panel over the list of sessions. Renders outputs as a trace does. */
export function SessionRoute() {
  return <SessionPanel renderText={renderText} renderAnnotations={renderAnnotations} />;
}

function renderText(text: string) {
  return <LazyProse text={text} />;
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
