import { useMutation } from 'urql';
import type { LabelChanges } from '../../../components/tags/label.js';
import type { TagDraft } from '../../../components/tags/tag.js';
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
  const { labels, reread } = useLabels({ isPaused });
  const [, createLabel] = useMutation(CreateDatasetLabelMutation);
  const [, deleteLabels] = useMutation(DeleteDatasetLabelsMutation);

  const create = async (draft: TagDraft): Promise<{ label: Label } | { problem: string }> => {
    const input = { ...draft, description: draft.description || null };
    const { data, error } = await createLabel({ input });
    if (!data) return { problem: describeError(error).detail };
    reread();
    return { label: data.createDatasetLabel.datasetLabel };
  };
  const patch = async (label: Label, draft: TagDraft) => {
    const problem = await patchLabel(label.id, draft);
    if (problem === undefined) reread();
    return problem;
  };
  const remove = async (label: Label) => {
    const { error } = await deleteLabels({ input: { datasetLabelIds: [label.id] } });
    if (error) return describeError(error).detail;
    reread();
    return undefined;
  };
  return { labels, create, patch, remove };
}
