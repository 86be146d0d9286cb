import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { LabelPickerForm } from '../../../components/labels/label-picker-form.js';
import { LabelsEditor } from '../../../components/labels/labels-editor.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { getSplitState, planAssignments, type SplitMember } from '../split-changes.js';
import { useDataset } from './dataset-context.js';
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

export interface AssignSplitsDialogProps {
  /** Absent or empty if nothing is being assigned. */
  members: readonly SplitMember[] | undefined;
  onClose: () => void;
  onAssigned: () => void;
}

/** Assigns examples to splits. A second view creates, edits and deletes the splits themselves. */
export function AssignSplitsDialog({ members, onClose, onAssigned }: AssignSplitsDialogProps) {
  const [isManaging, setIsManaging] = useState(false);
  const count = members?.length ?? 0;
  const close = () => {
    setIsManaging(false);
    onClose();
  };
  return (
    <Modal
      opened={count > 0}
      onClose={close}
      title={isManaging ? 'All splits' : `Splits for ${formatPlural(count, 'example')}`}
    >
      {members && count > 0 ? (
        <AssignSplitsForm
          members={members}
          isManaging={isManaging}
          onManage={setIsManaging}
          onClose={close}
          onAssigned={onAssigned}
        />
      ) : null}
    </Modal>
  );
}

interface AssignSplitsFormProps extends AssignSplitsDialogProps {
  members: readonly SplitMember[];
  isManaging: boolean;
  onManage: (isManaging: boolean) => void;
}

function AssignSplitsForm(props: AssignSplitsFormProps) {
  const { members, isManaging, onManage, onClose, onAssigned } = props;
  const { id: datasetId } = useDataset();
  const { splits, create, assign } = useSplitChanges(datasetId);
  const form = useForm<{ touched: Record<string, boolean> }>({ initialValues: { touched: {} } });
  const touched = new Map(Object.entries(form.values.touched));
  const [refusal, setRefusal] = useState<string>();

  if (isManaging) return <AllSplits onChanged={onAssigned} onBack={() => onManage(false)} />;

  const getState = (id: string) => {
    const isOn = touched.get(id);
    return isOn === undefined ? getSplitState(members, id) : isOn ? 'on' : 'off';
  };
  const touch = (id: string, isOn: boolean) =>
    form.setFieldValue('touched', (now) => ({ ...now, [id]: isOn }));
  const submit = form.onSubmit(async () => {
    // The server rejects all splits if one of them has since been deleted.
    const known = [...touched].filter(([id]) => splits?.some((split) => split.id === id));
    const problem = await assign(members, new Map(known));
    onAssigned();
    if (problem !== undefined) {
      setRefusal(problem);
      return;
    }
    notifications.show({ message: `Splits for ${formatPlural(members.length, 'example')} saved` });
    onClose();
  });

  return (
    <LabelPickerForm
      noun="split"
      labels={splits}
      getState={getState}
      onToggle={(id) => touch(id, getState(id) !== 'on')}
      onCreate={async (draft) => {
        const made = await create(draft);
        if ('problem' in made) return made.problem;
        touch(made.id, true);
        return undefined;
      }}
      refusal={refusal}
      isSaving={form.submitting}
      isUnchanged={touched.size === 0}
      onSubmit={submit}
      onManage={() => onManage(true)}
      onCancel={onClose}
    />
  );
}

interface AllSplitsProps {
  onChanged: () => void;
  onBack: () => void;
}

/** Creates, edits and deletes the splits, which all datasets share. */
function AllSplits({ onChanged, onBack }: AllSplitsProps) {
  const { id: datasetId } = useDataset();
  const { splits, create, patch, remove } = useSplitChanges(datasetId);
  const reportChange = (problem: string | undefined) => {
    if (problem === undefined) onChanged();
    return problem;
  };
  return (
    <LabelsEditor
      noun="split"
      labels={splits}
      describeUsage={({ exampleCount }) => `${formatPlural(exampleCount, 'example')} here`}
      describeDeletion={({ name }) =>
        `This deletes “${name}” in all datasets. Its examples are kept.`
      }
      onCreate={async (draft) => {
        const made = await create(draft);
        return reportChange('problem' in made ? made.problem : undefined);
      }}
      onPatch={async (split, draft) => reportChange(await patch(split, draft))}
      onDelete={async (split) => reportChange(await remove(split))}
      onBack={onBack}
    />
  );
}

/** Returns the splits, and functions that change them. Each returns an error message on failure. */
function useSplitChanges(datasetId: string) {
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
