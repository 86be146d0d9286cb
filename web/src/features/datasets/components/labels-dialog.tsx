import { Button, Group, Modal, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { FormAlert } from '../../../components/form-parts.js';
import { TagManager } from '../../../components/tags/tag-manager.js';
import { TagPicker } from '../../../components/tags/tag-picker.js';
import { describeError } from '../../../lib/errors.js';
import { formatPlural } from '../../../lib/format.js';
import { SetDatasetLabelsMutation } from '../api/labels.js';
import type { NamedDataset } from './dataset-menu.js';
import { useLabelChanges } from './use-label-changes.js';

interface LabelsDialogProps {
  /** Absent while nothing is labelled. */
  dataset: NamedDataset | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Puts labels on a dataset; its second view makes, renames and deletes the labels themselves. */
export function LabelsDialog({ dataset, onClose, onSaved }: LabelsDialogProps) {
  const [isManaging, setIsManaging] = useState(false);
  const close = () => {
    setIsManaging(false);
    onClose();
  };
  return (
    <Modal
      opened={dataset !== undefined}
      onClose={close}
      title={isManaging ? 'Labels of all datasets' : `Labels of ${dataset?.name ?? 'a dataset'}`}
    >
      {dataset ? (
        <Labels
          dataset={dataset}
          isManaging={isManaging}
          onManage={setIsManaging}
          onClose={close}
          onSaved={onSaved}
        />
      ) : null}
    </Modal>
  );
}

interface LabelsProps extends LabelsDialogProps {
  dataset: NamedDataset;
  isManaging: boolean;
  onManage: (isManaging: boolean) => void;
}

function Labels({ dataset, isManaging, onManage, onClose, onSaved }: LabelsProps) {
  const { labels, create, patch, remove } = useLabelChanges();
  const [chosen, setChosen] = useState(() => new Set(dataset.labels.map(({ id }) => id)));
  const [refusal, setRefusal] = useState<string>();
  const [{ fetching }, setLabels] = useMutation(SetDatasetLabelsMutation);

  if (isManaging) {
    return (
      <Stack gap="sm">
        <TagManager
          noun="label"
          tags={labels}
          usage={({ usageCount }) => formatPlural(usageCount, 'dataset')}
          whatGoes={({ name, usageCount }) =>
            `“${name}” is taken off ${formatPlural(usageCount, 'dataset')} and deleted.`
          }
          onCreate={async (draft) => {
            const made = await create(draft);
            return 'problem' in made ? made.problem : undefined;
          }}
          onPatch={async (label, draft) => {
            const problem = await patch(label, draft);
            if (problem === undefined) onSaved();
            return problem;
          }}
          onDelete={async (label) => {
            const problem = await remove(label);
            if (problem === undefined) {
              setChosen((now) => new Set([...now].filter((id) => id !== label.id)));
              onSaved();
            }
            return problem;
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onManage(false)}>
            Back
          </Button>
        </Group>
      </Stack>
    );
  }

  const save = async () => {
    // Labels that were deleted meanwhile would make the server refuse all of them.
    const ids = labels ? labels.map(({ id }) => id).filter((id) => chosen.has(id)) : [...chosen];
    const { error } = await setLabels({ input: { datasetId: dataset.id, datasetLabelIds: ids } });
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `Labels of ${dataset.name} saved` });
    onSaved();
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void save();
  };
  const toggle = (id: string) =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <TagPicker
          noun="label"
          tags={labels}
          stateOf={(id) => (chosen.has(id) ? 'on' : 'off')}
          onToggle={toggle}
          onCreate={async (draft) => {
            const made = await create(draft);
            if ('problem' in made) return made.problem;
            toggle(made.label.id);
            return undefined;
          }}
        />
        <FormAlert text={refusal} />
        <Group justify="space-between" gap="xs" mt="xs">
          <Button variant="subtle" onClick={() => onManage(true)}>
            Manage labels…
          </Button>
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={fetching}>
              Save
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
