import { Inbox } from 'lucide-react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { WaitingNote } from '../../../components/feedback/waiting-note.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { useViewer } from '../../../lib/session/viewer.js';
import guide from '../../../components/layout/guide-page.module.css';
import classes from './onboarding.module.css';
import { SendingWays } from './sending-ways.js';

interface OnboardingProps {
  /** The project to send to; a name to be changed when there is none yet. */
  projectName: string;
  title: string;
  /** Also names the example traces, which come with projects of their own. */
  withDemo?: boolean;
}

/** The port of a server that was told none, where the example traces are sent by themselves. */
const DEFAULT_PORT = '6006';

const demoCommand =
  new URL(serverAddress).port === DEFAULT_PORT
    ? 'npm run demo'
    : `npm run demo -- --endpoint ${serverAddress}`;

/**
 * Shows how to send a first trace. It says that it waits; the page around it looks for the trace and
 * puts the list in its place when it comes.
 */
export function Onboarding({ projectName, title, withDemo = false }: OnboardingProps) {
  const { can, isPending } = useViewer();
  if (!can.write) return isPending ? null : <NothingYet />;
  return (
    <div className={guide.scroller}>
      <div className={guide.page}>
        <h1 className={guide.title}>{title}</h1>
        <p className={guide.intro}>
          Spandrel shows what an LLM application did: each trace is one request, each span one step
          of it. Any OpenTelemetry exporter can send here. Choose a way, run it, and the trace
          appears on this page by itself.
        </p>
        <SendingWays projectName={projectName} heading="h2" />
        <WaitingNote>Waiting for the first trace…</WaitingNote>
        {withDemo ? (
          <p className={classes.demo}>
            No application at hand? <code>{demoCommand}</code> in the folder of the server sends
            about 300 example traces.
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** For those who may look but send nothing. */
function NothingYet() {
  return (
    <EmptyState isPage icon={Inbox} title="No traces yet">
      What applications send appears here by itself. Members and administrators can send traces.
    </EmptyState>
  );
}
