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
import { listPromptCreationSnippets } from '../snippets.js';
import classes from './first-prompt.module.css';

/**
 * Explains what a prompt is and how to create the first one. The parent page waits for that
 * prompt and then shows the list instead.
 */
export function FirstPrompt({ actions }: { actions: ReactNode }) {
  const { isPending } = useViewer();
  const mayCreate = useMayCreate();
  if (!mayCreate) return isPending ? null : <NothingYet />;
  const needsKey = pageConfig.authenticationEnabled;
  return (
    <div className={guide.scroller}>
      <div className={guide.page}>
        <h1 className={guide.title}>Create your first prompt</h1>
        <p className={guide.intro}>
          A prompt contains everything you send to a model: messages with variables, the model, its
          parameters and tools. Every change creates a new, immutable version. Programs fetch the
          version that a tag such as <b>production</b> points to, so you can deploy a better version
          by moving the tag.
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
        <CodeTabs samples={listPromptCreationSnippets(serverAddress, needsKey)} />
        <WaitingNote>Waiting for the first prompt…</WaitingNote>
      </div>
    </div>
  );
}

/** For viewers, who cannot create prompts. */
function NothingYet() {
  return (
    <EmptyState isPage icon={Inbox} title="No prompts yet">
      Prompts will appear here when members or administrators create them.
    </EmptyState>
  );
}
