import { Button, Group, Modal, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { FormAlert } from '../forms/form-parts.js';
import type { LabelChanges, Labelled, UsedLabel } from './label.js';
import { LabelManager } from './label-manager.js';
import { TagPicker } from './tag-picker.js';

interface LabelsDialogProps {
  /** What the labels are for: `dataset` or `prompt`. */
  noun: string;
  /** The item to label; absent if none is chosen. */
  owner: Labelled | undefined;
  changes: LabelChanges;
  /** Sets the labels of the item. Returns why it failed. */
  save: (owner: Labelled, chosen: string[], others: string[]) => Promise<string | undefined>;
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
      title={isManaging ? `All ${noun} labels` : `Labels of ${owner?.name ?? `a ${noun}`}`}
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
  owner: Labelled;
  isManaging: boolean;
  onManage: (isManaging: boolean) => void;
}

function Labels(props: LabelsProps) {
  const { noun, owner, isManaging, onManage, changes, save, onClose, onSaved } = props;
  const { labels, create } = changes;
  const [chosen, setChosen] = useState(() => new Set(owner.labels.map(({ id }) => id)));
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  if (isManaging) {
    const onDeleted = ({ id }: UsedLabel) =>
      setChosen((now) => new Set([...now].filter((other) => other !== id)));
    return (
      <LabelManager
        noun={noun}
        changes={changes}
        onChanged={onSaved}
        onDeleted={onDeleted}
        onClose={() => onManage(false)}
      />
    );
  }

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    // If a label has since been deleted, the server would refuse all of them.
    const known = labels?.map(({ id }) => id) ?? [...chosen];
    const problem = await save(
      owner,
      known.filter((id) => chosen.has(id)),
      known.filter((id) => !chosen.has(id)),
    );
    setIsBusy(false);
    setRefusal(problem);
    if (problem !== undefined) return;
    notifications.show({ message: `Labels of ${owner.name} saved` });
    onSaved();
    onClose();
  };
  const toggle = (id: string) =>
    setChosen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  return (
    <form onSubmit={(event) => void onSubmit(event)}>
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
            <Button type="submit" loading={isBusy}>
              Save labels
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
