import { Tabs } from '@mantine/core';
import { FlaskConical } from 'lucide-react';
import { CodeBlock } from '../../../components/code-tabs.js';
import { EmptyState } from '../../../components/empty-state.js';
import { WaitingNote } from '../../../components/waiting-note.js';
import { serverAddress } from '../../../lib/base-url.js';
import { pageConfig } from '../../../lib/page-config.js';
import { useViewer } from '../../../lib/viewer.js';
import classes from './how-to-run.module.css';
import { experimentSnippets } from './snippets.js';

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
  const snippets = experimentSnippets(serverAddress, datasetName ?? 'my-dataset');
  return (
    <div className={classes.scroller}>
      <div className={classes.page}>
        <Heading className={classes.title}>Run a first experiment</Heading>
        <p className={classes.intro}>
          An experiment runs your application over every example of{' '}
          {datasetName === undefined ? 'a dataset' : <b>{datasetName}</b>} and lets evaluators judge
          each answer. Run a second one after a change, and compare them side by side.
        </p>
        <Tabs defaultValue="Python" keepMounted={false}>
          <Tabs.List>
            {snippets.map(({ label }) => (
              <Tabs.Tab key={label} value={label}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {snippets.map(({ label, install, code }) => (
            <Tabs.Panel key={label} value={label} pt="sm">
              <h3 className={classes.step}>Install</h3>
              <CodeBlock code={install} label="install line" />
              {pageConfig.authenticationEnabled ? (
                <>
                  <h3 className={classes.step}>Take an API key of yours along</h3>
                  <CodeBlock code="export PHOENIX_API_KEY=spd_…" label="environment" />
                </>
              ) : null}
              <h3 className={classes.step}>Run the experiment</h3>
              <CodeBlock code={code} label={`${label} code`} />
            </Tabs.Panel>
          ))}
        </Tabs>
        <WaitingNote>Waiting for the first experiment…</WaitingNote>
      </div>
    </div>
  );
}
