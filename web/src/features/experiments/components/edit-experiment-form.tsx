import { Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/form-parts.js';
import { JsonEditor } from '../../../components/json-editor/json-editor.js';
import { askExactly } from '../../../lib/exact-client.js';
import { type Json, printExactJson } from '../../../lib/exact-json.js';
import { describeError } from '../../../lib/errors.js';
import { readJsonObject } from '../../../lib/json-text.js';
import { type EditableExperiment, PatchExperimentMutation } from '../api/editable-experiment.js';

interface EditExperimentFormProps {
  experiment: EditableExperiment;
  onClose: () => void;
  onSaved: () => void;
}

/** What can be edited of an experiment; what is typed stays when the server refuses. */
export function EditExperimentForm({ experiment, onClose, onSaved }: EditExperimentFormProps) {
  const [before] = useState(() => ({
    name: experiment.name,
    description: experiment.description ?? '',
    metadata: printExactJson(experiment.metadata as Json),
  }));
  const [draft, setDraft] = useState(before);
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const [wasSent, setWasSent] = useState(false);
  const metadata = readJsonObject(draft.metadata);
  const problem = 'problem' in metadata ? metadata.problem : undefined;
  const name = draft.name.trim();
  const isSame = JSON.stringify(draft) === JSON.stringify(before);

  const submit = async () => {
    setWasSent(true);
    if ('problem' in metadata || name === '' || isBusy) return;
    setIsBusy(true);
    const { error } = await askExactly(PatchExperimentMutation, {
      input: {
        experimentId: experiment.id,
        name,
        description: draft.description.trim(),
        ...(draft.metadata === before.metadata ? {} : { metadata: metadata.value }),
      },
    });
    setIsBusy(false);
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `Experiment ${name} saved` });
    onSaved();
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  const change = (part: Partial<typeof draft>) => {
    setDraft({ ...draft, ...part });
    setRefusal(undefined);
  };

  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          data-autofocus
          autoComplete="off"
          value={draft.name}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          description="What was tried, and why."
          autosize
          minRows={2}
          maxRows={8}
          value={draft.description}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <JsonEditor
          label="Metadata"
          description="A JSON object; may stay empty."
          minLines={3}
          maxLines={12}
          value={draft.metadata}
          problem={wasSent ? problem : undefined}
          onChange={(text) => change({ metadata: text })}
          onSubmit={() => void submit()}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label="Save"
          isBusy={isBusy}
          isDisabled={isSame || name === ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
