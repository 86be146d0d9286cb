import { Inbox } from 'lucide-react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { WaitingNote } from '../../../components/feedback/waiting-note.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import guide from '../../../components/layout/guide-page.module.css';
import classes from './onboarding.module.css';
import { SendingWays } from './sending-ways.js';

interface OnboardingProps {
  /** The project to send to, or an example name if there is none yet. */
  projectName: string;
  title: string;
  /** Also mentions the example traces, which have their own projects. */
  withDemo?: boolean;
}

/** The default port of the server, to which the example traces are sent. */
const DEFAULT_PORT = '6006';

const demoCommand =
  new URL(serverAddress).port === DEFAULT_PORT
    ? 'npm run demo'
    : `npm run demo -- --endpoint ${serverAddress}`;

/**
 * Explains how to send the first trace. The parent page waits for that trace and then shows the
 * list instead.
 */
export function Onboarding({ projectName, title, withDemo = false }: OnboardingProps) {
  const { can, isPending } = useViewer();
  if (!can.write) return isPending ? null : <NothingYet />;
  return (
    <div className={guide.scroller}>
      <div className={guide.page}>
        <h1 className={guide.title}>{title}</h1>
        <p className={guide.intro}>
          Spandrel shows what your LLM application did: each trace is one request, and each span is
          one operation in it. Connect your coding agents, or choose the framework of your
          application and run the code. This page will open the first trace when it arrives.
        </p>
        <WaitingNote>Waiting for the first trace…</WaitingNote>
        <SendingWays projectName={projectName} heading="h2" />
        {withDemo ? (
          <p className={classes.demo}>
            No application at hand? <code>{demoCommand}</code> in the server’s folder sends about
            300 example traces.
          </p>
        ) : null}
      </div>
    </div>
  );
}

/** For viewers, who cannot send traces. */
function NothingYet() {
  return (
    <EmptyState isPage icon={Inbox} title="No traces yet">
      Traces will appear here when your applications send them. Members and administrators can send
      traces.
    </EmptyState>
  );
}
