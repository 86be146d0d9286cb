import type { LabelChanges } from '../../../components/labels/label.js';
import type { LabelDraft } from '../../../components/labels/label.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  CreateDatasetLabelMutation,
  DeleteDatasetLabelsMutation,
  type DatasetLabel,
  patchLabel,
  useDatasetLabels,
} from '../api/labels.js';

/** Returns the labels of datasets and how to change them. Each change returns why it failed. */
export function useDatasetLabelChanges({ isPaused }: { isPaused: boolean }): LabelChanges {
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
    // REST, so the data layer does not know of it.
    if (problem === undefined) reload();
    return problem;
  };
  const remove = async (label: DatasetLabel) => {
    const { error } = await deleteLabels({ input: { datasetLabelIds: [label.id] } });
    return error && describeError(error).detail;
  };
  return { labels, create, patch, remove };
}
