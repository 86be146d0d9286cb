import { SessionPanel } from '../../features/project/routes/session-panel.js';
import { LazyProse } from '../../components/text/lazy-prose.js';

/** A session over the list of sessions. Its outputs look like those of a trace. */
export function SessionRoute() {
  return <SessionPanel renderText={renderText} />;
}

function renderText(text: string) {
  return <LazyProse text={text} />;
}
