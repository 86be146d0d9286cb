import type { LabelChanges } from '../../../components/labels/label.js';
import type { LabelDraft } from '../../../components/labels/label.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  CreatePromptLabelMutation,
  DeletePromptLabelsMutation,
  type PromptLabel,
  PatchPromptLabelMutation,
  usePromptLabels,
} from '../api/labels.js';

/** Returns the labels of prompts and how to change them. Each change returns why it failed. */
export function usePromptLabelChanges({ isPaused }: { isPaused: boolean }): LabelChanges {
  const { labels } = usePromptLabels({ isPaused });
  const [createLabel] = useGraphqlMutation(CreatePromptLabelMutation);
  const [patchLabel] = useGraphqlMutation(PatchPromptLabelMutation);
  const [deleteLabels] = useGraphqlMutation(DeletePromptLabelsMutation);

  const create = async (
    draft: LabelDraft,
  ): Promise<{ label: PromptLabel } | { problem: string }> => {
    const input = { ...draft, description: draft.description || null };
    const { data, error } = await createLabel({ input });
    const label = data?.createPromptLabel.promptLabels[0];
    if (!label) return { problem: describeError(error).detail };
    return { label };
  };
  const patch = async ({ id }: PromptLabel, draft: LabelDraft) => {
    const input = { promptLabelId: id, ...draft, description: draft.description || null };
    const { error } = await patchLabel({ input });
    return error && describeError(error).detail;
  };
  const remove = async ({ id }: PromptLabel) => {
    const { error } = await deleteLabels({ input: { promptLabelIds: [id] } });
    return error && describeError(error).detail;
  };
  return { labels, create, patch, remove };
}
