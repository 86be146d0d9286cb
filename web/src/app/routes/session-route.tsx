import { SessionPanel } from '../../features/project/routes/session-panel.js';
import { LazyProse } from '../../components/text/lazy-prose.js';

/** The session panel over the list of sessions. Renders outputs as a trace does. */
export function SessionRoute() {
  return <SessionPanel renderText={renderText} />;
}

function renderText(text: string) {
  return <LazyProse text={text} />;
}
