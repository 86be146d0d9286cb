import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { CreateProjectMutation } from '../api/project-mutations.js';

export interface CreateProjectDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (project: { id: string; name: string }) => void;
}

/**
 * Asks for the name and description of a new project. Keeps the input when the server refuses it.
 */
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
  const [create, isSending] = useGraphqlMutation(CreateProjectMutation);

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
          description="Clients use this name to send traces to the project. You can’t change it later."
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
          <Button type="submit" loading={isSending} disabled={name.trim() === ''}>
            Create project
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
