import { Button } from '@mantine/core';
import { FileText, ListFilter } from 'lucide-react';
import { CodeTabs } from '../../../components/code/code-tabs.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { WaitingNote } from '../../../components/feedback/waiting-note.js';
import { serverAddress } from '../../../lib/page/base-url.js';
import { pageConfig } from '../../../lib/page/page-config.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { ExamplesSearch } from '../search.js';
import { listAdditionSnippets } from '../snippets.js';
import { useDataset } from './dataset-context.js';
import classes from './no-examples.module.css';

interface NoExamplesProps {
  search: ExamplesSearch;
  onChange: (change: Partial<ExamplesSearch>) => void;
}

/**
 * Explains why there are no examples: because of the filters, the version, or because none exist
 * yet.
 */
export function NoExamples({ search, onChange }: NoExamplesProps) {
  const { name } = useDataset();
  const { can } = useViewer();
  if (search.q !== undefined || search.splits !== undefined) {
    return (
      <EmptyState
        icon={ListFilter}
        title="No examples match the filters"
        action={
          <Button variant="default" onClick={() => onChange({ q: undefined, splits: undefined })}>
            Clear filters
          </Button>
        }
      >
        {search.q === undefined
          ? 'No examples are in the selected splits.'
          : `No input, output or metadata contains “${search.q}”.`}
      </EmptyState>
    );
  }
  if (search.version !== undefined || !can.write) {
    return (
      <EmptyState icon={FileText} title="No examples">
        {search.version === undefined
          ? 'Examples will appear here when members or administrators add them.'
          : 'The dataset was empty in this version.'}
      </EmptyState>
    );
  }
  const server = { address: serverAddress, needsKey: pageConfig.authenticationEnabled };
  return (
    <div className={classes.guide}>
      <EmptyState icon={FileText} title="No examples yet">
        An example is an input with its expected output. Add examples with the buttons above, by
        hand or from a file, or from code:
      </EmptyState>
      <CodeTabs samples={listAdditionSnippets(server, name)} />
      <WaitingNote>Waiting for the first example…</WaitingNote>
    </div>
  );
}
