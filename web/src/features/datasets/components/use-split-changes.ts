import type { LabelDraft } from '../../../components/labels/label.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { SetExamplesSplitsMutation } from '../api/example-mutations.js';
import {
  CreateDatasetSplitMutation,
  DeleteDatasetSplitsMutation,
  PatchDatasetSplitMutation,
  type Split,
  useSplits,
} from '../api/splits.js';
import { planAssignments, type SplitMember } from '../split-changes.js';

/** Returns the splits, and functions that change them. Each returns an error message on failure. */
export function useSplitChanges(datasetId: string) {
  const { splits } = useSplits(datasetId);
  const [createSplit] = useGraphqlMutation(CreateDatasetSplitMutation);
  const [patchSplit] = useGraphqlMutation(PatchDatasetSplitMutation);
  const [deleteSplits] = useGraphqlMutation(DeleteDatasetSplitsMutation);
  const [setSplits] = useGraphqlMutation(SetExamplesSplitsMutation);

  const create = async (draft: LabelDraft): Promise<{ id: string } | { problem: string }> => {
    const input = { ...draft, description: draft.description || null };
    const { data, error } = await createSplit({ input });
    if (!data) return { problem: describeError(error).detail };
    return { id: data.createDatasetSplit.datasetSplit.id };
  };
  const patch = async (split: Split, draft: LabelDraft) => {
    const input = { datasetSplitId: split.id, ...draft, description: draft.description || null };
    const { error } = await patchSplit({ input });
    return error && describeError(error).detail;
  };
  const remove = async (split: Split) => {
    const { error } = await deleteSplits({ input: { datasetSplitIds: [split.id] } });
    return error && describeError(error).detail;
  };
  /**
   * Adds examples to splits and removes them from others; keeps the splits that were not touched.
   */
  const assign = async (
    members: readonly SplitMember[],
    touched: ReadonlyMap<string, boolean>,
  ): Promise<string | undefined> => {
    for (const { exampleIds, splitIds } of planAssignments(members, touched)) {
      const { error } = await setSplits({
        input: { datasetId, exampleIds, datasetSplitIds: splitIds },
      });
      if (error) return describeError(error).detail;
    }
    return undefined;
  };
  return { splits, create, patch, remove, assign };
}
