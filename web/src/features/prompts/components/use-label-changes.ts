import { useMutation } from 'urql';
import type { LabelChanges } from '../../../components/tags/label.js';
import type { TagDraft } from '../../../components/tags/tag.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  CreatePromptLabelMutation,
  DeletePromptLabelsMutation,
  type Label,
  PatchPromptLabelMutation,
  useLabels,
} from '../api/labels.js';

/** Returns the labels of prompts and how to change them. Each change returns why it failed. */
export function useLabelChanges({ isPaused }: { isPaused: boolean }): LabelChanges {
  const { labels, reread } = useLabels({ isPaused });
  const [, createLabel] = useMutation(CreatePromptLabelMutation);
  const [, patchLabel] = useMutation(PatchPromptLabelMutation);
  const [, deleteLabels] = useMutation(DeletePromptLabelsMutation);

  const create = async (draft: TagDraft): Promise<{ label: Label } | { problem: string }> => {
    const input = { ...draft, description: draft.description || null };
    const { data, error } = await createLabel({ input });
    const label = data?.createPromptLabel.promptLabels[0];
    if (!label) return { problem: describeError(error).detail };
    reread();
    return { label };
  };
  const patch = async ({ id }: Label, draft: TagDraft) => {
    const input = { promptLabelId: id, ...draft, description: draft.description || null };
    const { error } = await patchLabel({ input });
    if (error) return describeError(error).detail;
    reread();
    return undefined;
  };
  const remove = async ({ id }: Label) => {
    const { error } = await deleteLabels({ input: { promptLabelIds: [id] } });
    if (error) return describeError(error).detail;
    reread();
    return undefined;
  };
  return { labels, create, patch, remove };
}
