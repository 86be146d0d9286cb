import { Button } from '@mantine/core';
import { FileText, ListFilter } from 'lucide-react';
import { CodeTabs } from '../../../components/code/code-tabs.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { WaitingNote } from '../../../components/feedback/waiting-note.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useViewer } from '../../../lib/session/viewer.js';
import type { ExamplesSearch } from '../search.js';
import { additionSnippets } from '../snippets.js';
import { useDataset } from './dataset-context.js';
import classes from './no-examples.module.css';

interface NoExamplesProps {
  search: ExamplesSearch;
  onChange: (change: Partial<ExamplesSearch>) => void;
}

/** Says why there is no example: the filters, the version, or that none was made yet. */
export function NoExamples({ search, onChange }: NoExamplesProps) {
  const { name } = useDataset();
  const { can } = useViewer();
  if (search.q !== undefined || search.splits !== undefined) {
    return (
      <EmptyState
        icon={ListFilter}
        title="No example matches the filters"
        action={
          <Button variant="default" onClick={() => onChange({ q: undefined, splits: undefined })}>
            Clear filters
          </Button>
        }
      >
        {search.q === undefined
          ? 'None is in a split that is chosen.'
          : `“${search.q}” stands in no input, output or metadata.`}
      </EmptyState>
    );
  }
  if (search.version !== undefined || !can.write) {
    return (
      <EmptyState icon={FileText} title="No examples">
        {search.version === undefined
          ? 'Examples that members and administrators add appear here by themselves.'
          : 'The dataset held none at this version.'}
      </EmptyState>
    );
  }
  const server = { address: serverAddress, needsKey: pageConfig.authenticationEnabled };
  return (
    <div className={classes.guide}>
      <EmptyState icon={FileText} title="No examples yet">
        An example is an input with the output you expect of it. Add some with the buttons above, by
        hand or from a file, or from code:
      </EmptyState>
      <CodeTabs samples={additionSnippets(server, name)} />
      <WaitingNote>Waiting for the first example…</WaitingNote>
    </div>
  );
}
