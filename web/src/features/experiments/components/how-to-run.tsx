import { FlaskConical } from 'lucide-react';
import {
  listExperimentSnippets,
  INSTALL,
  KEY_COMMAND,
} from '../../../components/code/client-snippets.js';
import { CodeBlock, CodeTabs } from '../../../components/code/code-tabs.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { WaitingNote } from '../../../components/feedback/waiting-note.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import classes from './how-to-run.module.css';

interface HowToRunProps {
  /** The dataset to run on; absent if there may be none yet. */
  datasetName: string | undefined;
  /** The level of the heading, below the title of the page. */
  heading: 'h1' | 'h2';
}

/**
 * Explains how to run the first experiment. The parent page waits for that experiment and then
 * shows the list instead.
 */
export function HowToRun({ datasetName, heading: Heading }: HowToRunProps) {
  const { can, isPending } = useViewer();
  if (isPending) return null;
  if (!can.write) {
    return (
      <EmptyState icon={FlaskConical} title="No experiments yet" isPage={Heading === 'h1'}>
        An experiment runs an application on every example of a dataset and evaluates the outputs.
        Members and administrators can run experiments.
      </EmptyState>
    );
  }
  const needsKey = pageConfig.authenticationEnabled;
  const name = datasetName ?? 'my-dataset';
  return (
    <div className={classes.scroller}>
      <div className={classes.page}>
        <Heading className={classes.title}>Run your first experiment</Heading>
        <p className={classes.intro}>
          An experiment runs your application on every example of{' '}
          {datasetName === undefined ? 'a dataset' : <b>{datasetName}</b>} and lets evaluators score
          each output. After a change, run it again and compare the two experiments side by side.
        </p>
        <h3 className={classes.step}>Install</h3>
        <CodeTabs samples={INSTALL} />
        {needsKey ? (
          <>
            <h3 className={classes.step}>Set your API key</h3>
            <CodeBlock code={KEY_COMMAND} label="environment" />
          </>
        ) : null}
        <h3 className={classes.step}>Run the experiment</h3>
        <CodeTabs
          samples={listExperimentSnippets({ address: serverAddress, needsKey }, { name })}
        />
        <WaitingNote>Waiting for the first experiment…</WaitingNote>
      </div>
    </div>
  );
}
