import { Button, Group, Modal, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { FormAlert } from '../../../components/form-parts.js';
import { TagManager } from '../../../components/tags/tag-manager.js';
import { TagPicker } from '../../../components/tags/tag-picker.js';
import { describeError } from '../../../lib/errors.js';
import { formatPlural } from '../../../lib/format.js';
import { ChangePromptLabelsMutation } from '../api/labels.js';
import type { NamedPrompt } from './prompt-menu.js';
import { useLabelChanges } from './use-label-changes.js';

interface LabelsDialogProps {
  /** Absent while nothing is labelled. */
  prompt: NamedPrompt | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Puts labels on a prompt; its second view makes, renames and deletes the labels themselves. */
export function LabelsDialog({ prompt, onClose, onSaved }: LabelsDialogProps) {
  const [isManaging, setIsManaging] = useState(false);
  const close = () => {
    setIsManaging(false);
    onClose();
  };
  return (
    <Modal
      opened={prompt !== undefined}
      onClose={close}
      title={isManaging ? 'Labels of all prompts' : `Labels of ${prompt?.name ?? 'a prompt'}`}
    >
      {prompt ? (
        <Labels
          prompt={prompt}
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
  prompt: NamedPrompt;
  isManaging: boolean;
  onManage: (isManaging: boolean) => void;
}

function Labels({ prompt, isManaging, onManage, onClose, onSaved }: LabelsProps) {
  const { labels, create, patch, remove } = useLabelChanges();
  const [chosen, setChosen] = useState(() => new Set(prompt.labels.map(({ id }) => id)));
  const [refusal, setRefusal] = useState<string>();
  const [{ fetching }, changeLabels] = useMutation(ChangePromptLabelsMutation);

  if (isManaging) {
    return (
      <Stack gap="sm">
        <TagManager
          noun="label"
          tags={labels}
          usage={({ usageCount }) => formatPlural(usageCount, 'prompt')}
          whatGoes={({ name, usageCount }) =>
            `“${name}” is taken off ${formatPlural(usageCount, 'prompt')} and deleted.`
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
    const known = labels?.map(({ id }) => id) ?? [...chosen];
    const input = (isMeant: (id: string) => boolean) => ({
      promptId: prompt.id,
      promptLabelIds: known.filter(isMeant),
    });
    const { error } = await changeLabels({
      added: input((id) => chosen.has(id)),
      removed: input((id) => !chosen.has(id)),
    });
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `Labels of ${prompt.name} saved` });
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
