import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Split, Trash2 } from 'lucide-react';
import { SelectionBar } from '../../../components/selection-bar.js';
import { formatPlural } from '../../../lib/format.js';
import { useKeys } from '../../../lib/use-keys.js';
import type { ExampleRow } from '../api/examples-list.js';
import { AssignSplitsDialog } from './assign-splits-dialog.js';
import { DeleteExamplesDialog } from './delete-examples-dialog.js';

interface SelectedExamplesProps {
  examples: readonly ExampleRow[];
  /** The panel lies over the list, and takes Escape. */
  isCovered: boolean;
  onClear: () => void;
  onChanged: (newestVersion?: string) => void;
}

/** What can be done with the examples selected. */
export function SelectedExamples(props: SelectedExamplesProps) {
  const { examples, isCovered, onClear, onChanged } = props;
  const [isAssigning, assigning] = useDisclosure();
  const [isDeleting, deleting] = useDisclosure();
  const isShown = examples.length > 0;
  useKeys({ Escape: isShown && !isCovered ? onClear : undefined });
  return (
    <>
      {isShown ? (
        <SelectionBar
          text={`${formatPlural(examples.length, 'example')} selected`}
          onClear={onClear}
        >
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Split size={14} aria-hidden />}
            onClick={assigning.open}
          >
            Splits…
          </Button>
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Trash2 size={14} aria-hidden />}
            onClick={deleting.open}
          >
            Delete…
          </Button>
        </SelectionBar>
      ) : null}
      <AssignSplitsDialog
        members={isAssigning ? examples : undefined}
        onClose={assigning.close}
        onAssigned={() => onChanged()}
      />
      <DeleteExamplesDialog
        ids={isDeleting ? examples.map(({ id }) => id) : undefined}
        onClose={deleting.close}
        onDeleted={(newestVersion) => {
          onClear();
          onChanged(newestVersion);
        }}
      />
    </>
  );
}
