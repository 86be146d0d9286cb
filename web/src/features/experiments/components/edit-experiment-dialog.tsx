import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { FormAlert, FormButtons } from '../../../components/form-parts.js';
import { describeError } from '../../../lib/errors.js';
import { PatchExperimentMutation } from '../api/experiment-mutations.js';

/** What can be edited, as it is now. */
export interface EditableExperiment {
  id: string;
  name: string;
  description: string | null;
}

interface EditExperimentDialogProps {
  experiment: EditableExperiment | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Changes name and description of an experiment; what is typed stays when the server refuses. */
export function EditExperimentDialog(props: EditExperimentDialogProps) {
  const { experiment, onClose, onSaved } = props;
  return (
    <Modal opened={experiment !== undefined} onClose={onClose} title="Edit experiment">
      {experiment ? (
        <EditExperimentForm experiment={experiment} onClose={onClose} onSaved={onSaved} />
      ) : null}
    </Modal>
  );
}

interface EditExperimentFormProps extends EditExperimentDialogProps {
  experiment: EditableExperiment;
}

function EditExperimentForm({ experiment, onClose, onSaved }: EditExperimentFormProps) {
  const [name, setName] = useState(experiment.name);
  const [description, setDescription] = useState(experiment.description ?? '');
  const [refusal, setRefusal] = useState<string>();
  const [{ fetching }, patch] = useMutation(PatchExperimentMutation);
  const isSame =
    name.trim() === experiment.name && description.trim() === (experiment.description ?? '');

  const submit = async () => {
    const { error } = await patch({
      input: { experimentId: experiment.id, name: name.trim(), description: description.trim() },
    });
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `Experiment ${name.trim()} saved` });
    onSaved();
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label="Description"
          description="What was tried, and why."
          autosize
          minRows={3}
          maxRows={12}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label="Save"
          isBusy={fetching}
          isDisabled={isSame || name.trim() === ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
