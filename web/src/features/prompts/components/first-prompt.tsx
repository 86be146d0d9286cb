import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { CodeBlock, CodeTabs } from '../../../components/code/code-tabs.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import guide from '../../../components/layout/guide-page.module.css';
import { WaitingNote } from '../../../components/feedback/waiting-note.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useViewer } from '../../../lib/session/viewer.js';
import { creationSnippets, INSTALL, KEY_LINE } from '../snippets.js';
import classes from './first-prompt.module.css';

/**
 * Says what a prompt is and how to make the first one. It says that it waits; the page around it looks
 * for the prompt and puts the list in its place when it comes.
 */
export function FirstPrompt({ actions }: { actions: ReactNode }) {
  const { can, isPending } = useViewer();
  if (!can.write) return isPending ? null : <NothingYet />;
  const needsKey = pageConfig.authenticationEnabled;
  return (
    <div className={guide.scroller}>
      <div className={guide.page}>
        <h1 className={guide.title}>Make a first prompt</h1>
        <p className={guide.intro}>
          A prompt holds what is said to a model: messages with variables in them, the model, its
          parameters and tools. Every change makes a version that never changes again. Programs
          fetch the version that a tag such as <b>production</b> points to, so that a better one
          goes live by moving the tag.
        </p>
        <div className={classes.actions}>{actions}</div>
        <h2 className={guide.step}>Or from code: install</h2>
        <CodeTabs samples={INSTALL} />
        {needsKey ? (
          <>
            <h2 className={guide.step}>Take an API key of yours along</h2>
            <CodeBlock code={KEY_LINE} label="environment" />
          </>
        ) : null}
        <h2 className={guide.step}>Run</h2>
        <CodeTabs samples={creationSnippets(serverAddress, needsKey)} />
        <WaitingNote>Waiting for the first prompt…</WaitingNote>
      </div>
    </div>
  );
}

/** For those who may look but make nothing. */
function NothingYet() {
  return (
    <EmptyState isPage icon={Inbox} title="No prompts yet">
      Prompts that members and administrators make appear here by themselves.
    </EmptyState>
  );
}
