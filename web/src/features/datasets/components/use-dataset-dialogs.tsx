import { useMemo, useState } from 'react';
import type { DatasetActions, NamedDataset } from './dataset-menu.js';
import { EditDatasetDialog } from './edit-dataset-dialog.js';
import { LabelsDialog } from './labels-dialog.js';
import { useDatasetDeletion } from './use-dataset-deletion.js';

/** What the menu of a dataset opens: gives what starts each, and the dialogs to draw. */
export function useDatasetDialogs(onChanged: () => void, onDeleted: () => void) {
  const [edited, setEdited] = useState<NamedDataset>();
  const [labelled, setLabelled] = useState<NamedDataset>();
  const deletion = useDatasetDeletion(onDeleted);
  const { ask } = deletion;
  const actions = useMemo<DatasetActions>(
    () => ({ onEdit: setEdited, onLabels: setLabelled, onDelete: ask }),
    [ask],
  );
  const dialogs = (
    <>
      <EditDatasetDialog
        datasetId={edited?.id}
        onClose={() => setEdited(undefined)}
        onSaved={onChanged}
      />
      <LabelsDialog dataset={labelled} onClose={() => setLabelled(undefined)} onSaved={onChanged} />
      {deletion.dialog}
    </>
  );
  return { actions, dialogs };
}
