import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Split, Trash2 } from 'lucide-react';
import { createLazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import { SelectionBar } from '../../../components/data-table/selection-bar.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useKeys } from '../../../lib/browser/use-keys.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { ExampleRow } from '../api/examples-list.js';
import type { AssignSplitsDialogProps } from './assign-splits-dialog.js';
import type { DeleteExamplesDialogProps } from './delete-examples-dialog.js';

const splitsDialog = createLazyDialog<AssignSplitsDialogProps>(
  () => import('./assign-splits-dialog.js').then(({ AssignSplitsDialog }) => AssignSplitsDialog),
  ({ members }) => members !== undefined,
);
const deleteDialog = createLazyDialog<DeleteExamplesDialogProps>(
  () =>
    import('./delete-examples-dialog.js').then(({ DeleteExamplesDialog }) => DeleteExamplesDialog),
  ({ ids }) => ids !== undefined,
);

interface SelectedExamplesProps {
  examples: readonly ExampleRow[];
  /** Whether the panel covers the list and handles Escape. */
  isCovered: boolean;
  onClear: () => void;
  onChanged: (newestVersion?: string) => void;
}

/** The actions for the selected examples. */
export function SelectedExamples(props: SelectedExamplesProps) {
  const { examples, isCovered, onClear, onChanged } = props;
  const { canOnServer } = useViewer();
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
          {canOnServer.write ? (
            <Button
              variant="default"
              size="compact-md"
              leftSection={<Split size={14} aria-hidden />}
              onClick={assigning.open}
            >
              Splits…
            </Button>
          ) : null}
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
      <splitsDialog.Dialog
        members={isAssigning ? examples : undefined}
        onClose={assigning.close}
        onAssigned={() => onChanged()}
      />
      <deleteDialog.Dialog
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
