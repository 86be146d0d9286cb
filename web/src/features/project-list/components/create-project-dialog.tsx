import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { CreateProjectMutation } from '../api/project-mutations.js';

export interface CreateProjectDialogProps {
  opened: boolean;
  onClose: () => void;
  onCreated: (project: { id: string; name: string }) => void;
}

/**
 * Asks for the name and description of a new project. Keeps the input if the server rejects it.
 */
export function CreateProjectDialog({ opened, onClose, onCreated }: CreateProjectDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="New project">
      <CreateProjectForm onClose={onClose} onCreated={onCreated} />
    </Modal>
  );
}

function CreateProjectForm({ onClose, onCreated }: Omit<CreateProjectDialogProps, 'opened'>) {
  const form = useForm({ initialValues: { name: '', description: '' } });
  const [create] = useGraphqlMutation(CreateProjectMutation);

  const submit = form.onSubmit(async ({ name, description }) => {
    const input = { name: name.trim(), description: description.trim() || null };
    const { data, error } = await create({ input });
    if (!data) {
      form.setFieldError('name', describeError(error).detail);
      return;
    }
    const { project } = data.createProject;
    notifications.show({ message: `Project ${project.name} created` });
    onCreated(project);
    onClose();
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Name"
          description="Clients use this name to send traces to the project. You can’t change it later."
          required
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea label="Description" autosize minRows={2} {...form.getInputProps('description')} />
        <FormButtons
          label="Create project"
          isBusy={form.submitting}
          isDisabled={form.values.name.trim() === ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
