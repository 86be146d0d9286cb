import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { INSTALL, KEY_COMMAND } from '../../../components/code/client-snippets.js';
import { CodeBlock, CodeTabs } from '../../../components/code/code-tabs.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import guide from '../../../components/layout/guide-page.module.css';
import { WaitingNote } from '../../../components/feedback/waiting-note.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useMayCreate } from '../../../components/projects/project-options.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { listDatasetCreationSnippets } from '../snippets.js';
import classes from './first-dataset.module.css';

/**
 * Explains what a dataset is and how to create the first one. The parent page waits for that
 * dataset and then shows the list instead.
 */
export function FirstDataset({ actions }: { actions: ReactNode }) {
  const { isPending } = useViewer();
  const mayCreate = useMayCreate();
  if (!mayCreate) return isPending ? null : <NothingYet />;
  const needsKey = pageConfig.authenticationEnabled;
  return (
    <div className={guide.scroller}>
      <div className={guide.page}>
        <h1 className={guide.title}>Create your first dataset</h1>
        <p className={guide.intro}>
          A dataset contains examples: an input, the expected output, and metadata. Experiments run
          your application on the examples, so you can compare prompts or models. Spandrel keeps
          every change as a version.
        </p>
        <div className={classes.actions}>{actions}</div>
        <h2 className={guide.step}>Or use code: install the client</h2>
        <CodeTabs samples={INSTALL} />
        {needsKey ? (
          <>
            <h2 className={guide.step}>Set your API key</h2>
            <CodeBlock code={KEY_COMMAND} label="environment" />
          </>
        ) : null}
        <h2 className={guide.step}>Run</h2>
        <CodeTabs
          samples={listDatasetCreationSnippets({ address: serverAddress, needsKey }, 'my-dataset')}
        />
        <WaitingNote>Waiting for the first dataset…</WaitingNote>
      </div>
    </div>
  );
}

/** For viewers, who cannot create datasets. */
function NothingYet() {
  return (
    <EmptyState isPage icon={Inbox} title="No datasets yet">
      Datasets will appear here when members or administrators create them.
    </EmptyState>
  );
}
