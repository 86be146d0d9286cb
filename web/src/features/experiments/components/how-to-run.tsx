import { FlaskConical } from 'lucide-react';
import {
  experimentSnippets,
  INSTALL_PYTHON,
  INSTALL_TYPESCRIPT,
  KEY_LINE,
} from '../../../components/code/client-snippets.js';
import { CodeBlock, CodeTabs } from '../../../components/code/code-tabs.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { WaitingNote } from '../../../components/feedback/waiting-note.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useViewer } from '../../../lib/session/viewer.js';
import classes from './how-to-run.module.css';

interface HowToRunProps {
  /** The dataset to run over; absent where there may be none yet. */
  datasetName: string | undefined;
  /** It stands below the title of a page. */
  heading: 'h1' | 'h2';
}

/**
 * Shows how to run a first experiment. It says that it waits; the page around it looks for the
 * experiment and puts the list in its place when it comes.
 */
export function HowToRun({ datasetName, heading: Heading }: HowToRunProps) {
  const { can, isPending } = useViewer();
  if (isPending) return null;
  if (!can.write) {
    return (
      <EmptyState icon={FlaskConical} title="No experiments yet" isPage={Heading === 'h1'}>
        An experiment runs an application over every example of a dataset and judges the answers.
        Members and administrators can run one.
      </EmptyState>
    );
  }
  const needsKey = pageConfig.authenticationEnabled;
  const name = datasetName ?? 'my-dataset';
  return (
    <div className={classes.scroller}>
      <div className={classes.page}>
        <Heading className={classes.title}>Run a first experiment</Heading>
        <p className={classes.intro}>
          An experiment runs your application over every example of{' '}
          {datasetName === undefined ? 'a dataset' : <b>{datasetName}</b>} and lets evaluators judge
          each answer. Run a second one after a change, and compare them side by side.
        </p>
        <h3 className={classes.step}>Install</h3>
        <CodeTabs
          samples={[
            { label: 'Python', code: INSTALL_PYTHON },
            { label: 'TypeScript', code: INSTALL_TYPESCRIPT },
          ]}
        />
        {needsKey ? (
          <>
            <h3 className={classes.step}>Take an API key of yours along</h3>
            <CodeBlock code={KEY_LINE} label="environment" />
          </>
        ) : null}
        <h3 className={classes.step}>Run the experiment</h3>
        <CodeTabs samples={experimentSnippets({ address: serverAddress, needsKey }, { name })} />
        <WaitingNote>Waiting for the first experiment…</WaitingNote>
      </div>
    </div>
  );
}
