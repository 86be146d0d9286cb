import type { LabelChanges } from '../../../components/tags/label.js';
import type { TagDraft } from '../../../components/tags/tag.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  CreateDatasetLabelMutation,
  DeleteDatasetLabelsMutation,
  type Label,
  patchLabel,
  useLabels,
} from '../api/labels.js';

/** Returns the labels of datasets and how to change them. Each change returns why it failed. */
export function useLabelChanges({ isPaused }: { isPaused: boolean }): LabelChanges {
  const { labels, reload } = useLabels({ isPaused });
  const [createLabel] = useGraphqlMutation(CreateDatasetLabelMutation);
  const [deleteLabels] = useGraphqlMutation(DeleteDatasetLabelsMutation);

  const create = async (draft: TagDraft): Promise<{ label: Label } | { problem: string }> => {
    const input = { ...draft, description: draft.description || null };
    const { data, error } = await createLabel({ input });
    if (!data) return { problem: describeError(error).detail };
    return { label: data.createDatasetLabel.datasetLabel };
  };
  const patch = async (label: Label, draft: TagDraft) => {
    const problem = await patchLabel(label.id, draft);
    // REST, so the data layer does not know of it.
    if (problem === undefined) reload();
    return problem;
  };
  const remove = async (label: Label) => {
    const { error } = await deleteLabels({ input: { datasetLabelIds: [label.id] } });
    return error && describeError(error).detail;
  };
  return { labels, create, patch, remove };
}
