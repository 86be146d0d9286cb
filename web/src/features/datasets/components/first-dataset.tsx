import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  INSTALL_PYTHON,
  INSTALL_TYPESCRIPT,
  KEY_LINE,
} from '../../../components/code/client-snippets.js';
import { CodeBlock, CodeTabs } from '../../../components/code/code-tabs.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import guide from '../../../components/layout/guide-page.module.css';
import { WaitingNote } from '../../../components/feedback/waiting-note.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useViewer } from '../../../lib/session/viewer.js';
import { creationSnippets } from '../snippets.js';
import classes from './first-dataset.module.css';

/**
 * Says what a dataset is and how to make the first one. It says that it waits; the page around it
 * looks for the dataset and puts the list in its place when it comes.
 */
export function FirstDataset({ actions }: { actions: ReactNode }) {
  const { can, isPending } = useViewer();
  if (!can.write) return isPending ? null : <NothingYet />;
  const needsKey = pageConfig.authenticationEnabled;
  const install = [
    { label: 'Python', code: INSTALL_PYTHON },
    { label: 'TypeScript', code: INSTALL_TYPESCRIPT },
  ];
  return (
    <div className={guide.scroller}>
      <div className={guide.page}>
        <h1 className={guide.title}>Make a first dataset</h1>
        <p className={guide.intro}>
          A dataset holds examples: an input, the output you expect of it, and what else is worth
          knowing. Experiments run your application over them, so that two versions of a prompt or a
          model can be told apart. Every change is kept as a version.
        </p>
        <div className={classes.actions}>{actions}</div>
        <h2 className={guide.step}>Or from code: install</h2>
        <CodeTabs samples={install} />
        {needsKey ? (
          <>
            <h2 className={guide.step}>Take an API key of yours along</h2>
            <CodeBlock code={KEY_LINE} label="environment" />
          </>
        ) : null}
        <h2 className={guide.step}>Run</h2>
        <CodeTabs samples={creationSnippets({ address: serverAddress, needsKey }, 'my-dataset')} />
        <WaitingNote>Waiting for the first dataset…</WaitingNote>
      </div>
    </div>
  );
}

/** For those who may look but make nothing. */
function NothingYet() {
  return (
    <EmptyState isPage icon={Inbox} title="No datasets yet">
      Datasets that members and administrators make appear here by themselves.
    </EmptyState>
  );
}
