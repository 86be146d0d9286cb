import { LabelsDialog } from '../../../components/labels/labels-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  CreateDatasetLabelMutation,
  type DatasetLabel,
  DeleteDatasetLabelsMutation,
  patchLabel,
  SetDatasetLabelsMutation,
  useDatasetLabels,
} from '../api/labels.js';
import type { NamedDataset } from './dataset-menu.js';
import type { LabelChanges, LabelDraft } from '../../../components/labels/label.js';

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

/**
 * Returns all dataset labels, and functions that change them. Each returns an error message on
 * failure.
 */
function useDatasetLabelChanges({ isPaused }: { isPaused: boolean }): LabelChanges {
  const { labels, reload } = useDatasetLabels({ isPaused });
  const [createLabel] = useGraphqlMutation(CreateDatasetLabelMutation);
  const [deleteLabels] = useGraphqlMutation(DeleteDatasetLabelsMutation);

  const create = async (
    draft: LabelDraft,
  ): Promise<{ label: DatasetLabel } | { problem: string }> => {
    const input = { ...draft, description: draft.description || null };
    const { data, error } = await createLabel({ input });
    if (!data) return { problem: describeError(error).detail };
    return { label: data.createDatasetLabel.datasetLabel };
  };
  const patch = async (label: DatasetLabel, draft: LabelDraft) => {
    const problem = await patchLabel(label.id, draft);
    // The label is changed over REST, so the data layer does not reload anything.
    if (problem === undefined) reload();
    return problem;
  };
  const remove = async (label: DatasetLabel) => {
    const { error } = await deleteLabels({ input: { datasetLabelIds: [label.id] } });
    return error && describeError(error).detail;
  };
  return { labels, create, patch, remove };
}
