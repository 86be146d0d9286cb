import { Modal } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { formatPlural } from '../../lib/format/numbers.js';
import type { LabelChanges, LabelOwner, UsedLabel } from './label.js';
import { LabelPickerForm } from './label-picker-form.js';
import { LabelsEditor } from './labels-editor.js';

interface LabelsDialogProps {
  /** The word for a labeled item: `dataset` or `prompt`. */
  noun: string;
  /** The item to label; absent if none is chosen. */
  owner: LabelOwner | undefined;
  changes: LabelChanges;
  /** Sets the labels of the item. Returns an error message on failure. */
  save: (owner: LabelOwner, chosen: string[], others: string[]) => Promise<string | undefined>;
  onClose: () => void;
  onSaved: () => void;
}

/** Sets the labels of an item. A second view creates, edits and deletes the labels themselves. */
export function LabelsDialog(props: LabelsDialogProps) {
  const { noun, owner, onClose } = props;
  const [isManaging, setIsManaging] = useState(false);
  const close = () => {
    setIsManaging(false);
    onClose();
  };
  return (
    <Modal
      opened={owner !== undefined}
      onClose={close}
      title={isManaging ? `All ${noun} labels` : `Labels for ${owner?.name ?? `a ${noun}`}`}
    >
      {owner ? (
        <Labels
          {...props}
          owner={owner}
          isManaging={isManaging}
          onManage={setIsManaging}
          onClose={close}
        />
      ) : null}
    </Modal>
  );
}

interface LabelsProps extends LabelsDialogProps {
  owner: LabelOwner;
  isManaging: boolean;
  onManage: (isManaging: boolean) => void;
}

function Labels(props: LabelsProps) {
  const { noun, owner, isManaging, onManage, changes, save, onClose, onSaved } = props;
  const { labels, create } = changes;
  const form = useForm({ initialValues: { chosen: owner.labels.map(({ id }) => id) } });
  const { chosen } = form.values;
  const [refusal, setRefusal] = useState<string>();

  if (isManaging) {
    const onDeleted = ({ id }: UsedLabel) =>
      form.setFieldValue('chosen', (now) => now.filter((other) => other !== id));
    return (
      <AllLabels
        noun={noun}
        changes={changes}
        onChanged={onSaved}
        onDeleted={onDeleted}
        onBack={() => onManage(false)}
      />
    );
  }

  const submit = form.onSubmit(async () => {
    // The server rejects all labels if one of them has since been deleted.
    const known = labels?.map(({ id }) => id) ?? chosen;
    const problem = await save(
      owner,
      known.filter((id) => chosen.includes(id)),
      known.filter((id) => !chosen.includes(id)),
    );
    setRefusal(problem);
    if (problem !== undefined) return;
    notifications.show({ message: `Labels for ${owner.name} saved` });
    onSaved();
    onClose();
  });
  const toggle = (id: string) =>
    form.setFieldValue('chosen', (now) =>
      now.includes(id) ? now.filter((other) => other !== id) : [...now, id],
    );

  return (
    <LabelPickerForm
      noun="label"
      labels={labels}
      getState={(id) => (chosen.includes(id) ? 'on' : 'off')}
      onToggle={toggle}
      onCreate={async (draft) => {
        const made = await create(draft);
        if ('problem' in made) return made.problem;
        toggle(made.label.id);
        return undefined;
      }}
      refusal={refusal}
      isSaving={form.submitting}
      onSubmit={submit}
      onManage={() => onManage(true)}
      onCancel={onClose}
    />
  );
}

interface AllLabelsProps {
  /** The word for a labeled item: `dataset` or `prompt`. */
  noun: string;
  changes: LabelChanges;
  onChanged: () => void;
  onDeleted: (label: UsedLabel) => void;
  onBack: () => void;
}

/** Creates, edits and deletes the labels of datasets or of prompts. */
function AllLabels({ noun, changes, onChanged, onDeleted, onBack }: AllLabelsProps) {
  const reportChange = (problem: string | undefined) => {
    if (problem === undefined) onChanged();
    return problem;
  };
  return (
    <LabelsEditor
      noun="label"
      labels={changes.labels}
      describeUsage={({ usageCount }) => formatPlural(usageCount, noun)}
      describeDeletion={({ name, usageCount }) =>
        usageCount === 0
          ? `This deletes “${name}”.`
          : `This deletes “${name}” and removes it from ${formatPlural(usageCount, noun)}.`
      }
      onCreate={async (draft) => {
        const made = await changes.create(draft);
        return 'problem' in made ? made.problem : undefined;
      }}
      onPatch={async (label, draft) => reportChange(await changes.patch(label, draft))}
      onDelete={async (label) => {
        const problem = await changes.remove(label);
        if (problem === undefined) onDeleted(label);
        return reportChange(problem);
      }}
      onBack={onBack}
    />
  );
}
