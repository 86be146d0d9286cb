import { Inbox } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { serverAddress } from '../../lib/page/base-url.js';
import { pageConfig } from '../../lib/page/page-config.js';
import { useViewer } from '../../lib/viewer/viewer.js';
import { EmptyState } from '../feedback/empty-state.js';
import { WaitingNote } from '../feedback/waiting-note.js';
import guide from '../layout/guide-page.module.css';
import { useMayCreate } from '../projects/project-options.js';
import { INSTALL, KEY_COMMAND } from './client-snippets.js';
import { CodeBlock, CodeTabs } from './code-tabs.js';

interface CreateFirstProps {
  /** The noun of the missing thing: `dataset` or `prompt`. */
  noun: string;
  /** Its purpose. */
  intro: ReactNode;
  /** Buttons that create it here. */
  actions: ReactNode;
  /** Returns the lines of code that create it. */
  buildSnippets: (address: string, needsKey: boolean) => ComponentProps<typeof CodeTabs>['samples'];
}

/**
 * Explains what something is and how to create the first one. The parent page waits for that and
 * then shows the list instead. Viewers, who cannot create any, only learn that there are none.
 */
export function CreateFirst({ noun, intro, actions, buildSnippets }: CreateFirstProps) {
  const { isPending } = useViewer();
  const mayCreate = useMayCreate();
  if (!mayCreate) {
    return isPending ? null : (
      <EmptyState isPage icon={Inbox} title={`No ${noun}s yet`}>
        {noun.charAt(0).toUpperCase() + noun.slice(1)}s will appear here when members or
        administrators create them.
      </EmptyState>
    );
  }
  const needsKey = pageConfig.authenticationEnabled;
  return (
    <div className={guide.scroller}>
      <div className={guide.page}>
        <h1 className={guide.title}>Create your first {noun}</h1>
        <p className={guide.intro}>{intro}</p>
        <div className={guide.actions}>{actions}</div>
        <h2 className={guide.step}>Or use code: install the client</h2>
        <CodeTabs samples={INSTALL} />
        {needsKey ? (
          <>
            <h2 className={guide.step}>Set your API key</h2>
            <CodeBlock code={KEY_COMMAND} label="environment" />
          </>
        ) : null}
        <h2 className={guide.step}>Run</h2>
        <CodeTabs samples={buildSnippets(serverAddress, needsKey)} />
        <WaitingNote>Waiting for the first {noun}…</WaitingNote>
      </div>
    </div>
  );
}
