import { Modal, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { INSTALL, KEY_COMMAND } from '../code/client-snippets.js';
import { CodeBlock, CodeTabs } from '../code/code-tabs.js';
import { ErrorState } from '../feedback/error-state.js';
import guide from '../layout/guide-page.module.css';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';
import { serverAddress } from '../../lib/page/base-url.js';
import { pageConfig } from '../../lib/page/page-config.js';
import { PromptSnippetsQuery } from './version.js';

/** A version to fetch, and what else can stand for it. */
export interface VersionInCode {
  id: string;
  sequenceNumber: number;
  /** The names of the tags that point to it. */
  tagNames: readonly string[];
  isLatest: boolean;
}

interface CodeDialogProps {
  version: VersionInCode;
  opened: boolean;
  onClose: () => void;
}

/** Code that fetches a version and uses it. */
export function PromptCodeDialog({ version, opened, onClose }: CodeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Use in code" size="lg">
      <Code version={version} />
    </Modal>
  );
}

/** These cannot be tag names, because they contain spaces. */
const LATEST = 'the newest';
const VERSION = 'this version';

function Code({ version }: Pick<CodeDialogProps, 'version'>) {
  const { tagNames } = version;
  const [choice, setChoice] = useState(tagNames[0] ?? VERSION);
  const tag = choice === LATEST || choice === VERSION ? null : choice;
  const { data, error, reload } = useGraphqlQuery(PromptSnippetsQuery, {
    id: version.id,
    server: serverAddress,
    tag,
    latest: choice === LATEST,
  });
  const snippets = data?.node.__typename === 'PromptVersion' ? data.node.snippets : undefined;
  return (
    <>
      <h3 className={guide.step}>Install</h3>
      <CodeTabs samples={INSTALL} />
      {pageConfig.authenticationEnabled ? (
        <>
          <h3 className={guide.step}>Set your API key</h3>
          <CodeBlock code={KEY_COMMAND} label="environment" />
        </>
      ) : null}
      <h3 className={guide.step}>Fetch</h3>
      <NativeSelect
        aria-label="Version to fetch"
        mb="xs"
        value={choice}
        onChange={(event) => setChoice(event.currentTarget.value)}
        data={[
          ...tagNames.map((name) => ({ value: name, label: `The version tagged ${name}` })),
          ...(version.isLatest ? [{ value: LATEST, label: 'The latest version' }] : []),
          { value: VERSION, label: `Always version ${version.sequenceNumber}` },
        ]}
      />
      {error ? <ErrorState error={error} onRetry={reload} /> : null}
      {snippets ? (
        <CodeTabs
          samples={snippets.map(({ language, code }) => ({ label: LANGUAGES[language], code }))}
        />
      ) : null}
    </>
  );
}

const LANGUAGES = { PYTHON: 'Python', TYPESCRIPT: 'TypeScript', CURL: 'curl' };
