import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useMutation } from 'urql';
import { describeError } from '../../../lib/errors/server-errors.js';
import { CreateProjectMutation } from '../api/project-mutations.js';

export interface CreateProjectDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (project: { id: string; name: string }) => void;
}

/** Asks for name and description of a new project; what is typed stays when the server refuses. */
export function CreateProjectDialog({ opened, onClose, onCreated }: CreateProjectDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="New project">
      <CreateProjectForm onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

function CreateProjectForm({ onClose, onCreated }: Omit<CreateProjectDialogProps, 'opened'>) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [{ fetching }, create] = useMutation(CreateProjectMutation);

  const submit = async () => {
    const input = { name: name.trim(), description: description.trim() || null };
    const { data, error } = await create({ input });
    if (!data) {
      setRefusal(describeError(error).detail);
      return;
    }
    const { project } = data.createProject;
    notifications.show({ message: `Project ${project.name} created` });
    onCreated(project);
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
          description="What clients send as the project name. It cannot be changed later."
          required
          data-autofocus
          value={name}
          error={refusal}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setRefusal(undefined);
          }}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs" mt="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={fetching} disabled={name.trim() === ''}>
            Create project
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
