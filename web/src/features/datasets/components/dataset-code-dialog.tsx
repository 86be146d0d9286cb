import { Modal } from '@mantine/core';
import {
  listExperimentSnippets,
  INSTALL,
  KEY_COMMAND,
  type SnippetDataset,
} from '../../../components/code/client-snippets.js';
import { CodeBlock, CodeTabs } from '../../../components/code/code-tabs.js';
import guide from '../../../components/layout/guide-page.module.css';
import { serverAddress } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { listReadingSnippets } from '../snippets.js';

export interface CodeDialogProps {
  dataset: SnippetDataset;
  opened: boolean;
  onClose: () => void;
}

/** Code that reads this dataset and runs experiments on it. */
export function DatasetCodeDialog({ dataset, opened, onClose }: CodeDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Use in code" size="lg">
      <Code dataset={dataset} />
    </Modal>
  );
}

function Code({ dataset }: { dataset: SnippetDataset }) {
  const needsKey = pageConfig.authenticationEnabled;
  const server = { address: serverAddress, needsKey };
  return (
    <>
      <h3 className={guide.step}>Install</h3>
      <CodeTabs samples={INSTALL} />
      {needsKey ? (
        <>
          <h3 className={guide.step}>Set your API key</h3>
          <CodeBlock code={KEY_COMMAND} label="environment" />
        </>
      ) : null}
      <h3 className={guide.step}>
        {dataset.version === undefined ? 'Read the examples' : 'Read the examples of this version'}
      </h3>
      <CodeTabs samples={listReadingSnippets(server, dataset)} />
      <h3 className={guide.step}>Run an experiment</h3>
      <CodeTabs samples={listExperimentSnippets(server, dataset)} />
    </>
  );
}
