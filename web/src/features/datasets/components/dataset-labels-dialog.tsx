import { LabelsDialog } from '../../../components/labels/labels-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { SetDatasetLabelsMutation } from '../api/labels.js';
import type { NamedDataset } from './dataset-menu.js';
import { useDatasetLabelChanges } from './use-dataset-label-changes.js';

interface DatasetLabelsDialogProps {
  /** Absent if nothing is being labeled. */
  dataset: NamedDataset | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Sets the labels of a dataset. */
export function DatasetLabelsDialog({ dataset, onClose, onSaved }: DatasetLabelsDialogProps) {
  const changes = useDatasetLabelChanges({ isPaused: dataset === undefined });
  const [setLabels] = useGraphqlMutation(SetDatasetLabelsMutation);
  return (
    <LabelsDialog
      noun="dataset"
      owner={dataset}
      changes={changes}
      save={async ({ id }, chosen) => {
        const { error } = await setLabels({ input: { datasetId: id, datasetLabelIds: chosen } });
        return error && describeError(error).detail;
      }}
      onClose={onClose}
      onSaved={onSaved}
    />
  );
}
