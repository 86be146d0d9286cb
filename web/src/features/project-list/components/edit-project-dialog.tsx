import { Modal, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { PatchProjectMutation } from '../api/project-mutations.js';

/** The project with the current values of its editable fields. */
export interface EditableProject {
  id: string;
  name: string;
  description: string | null;
}

export interface EditProjectDialogProps {
  project: EditableProject | undefined;
  onClose: () => void;
  onSaved: () => void;
}

/** Changes the description of a project. Keeps the input if the server rejects it. */
export function EditProjectDialog({ project, onClose, onSaved }: EditProjectDialogProps) {
  return (
    <Modal opened={project !== undefined} onClose={onClose} title="Edit project">
      {project ? <EditProjectForm project={project} onClose={onClose} onSaved={onSaved} /> : null}
    </Modal>
  );
}

function EditProjectForm({
  project,
  onClose,
  onSaved,
}: EditProjectDialogProps & { project: EditableProject }) {
  const before = project.description ?? '';
  const form = useForm({ initialValues: { description: before } });
  const [patch] = useGraphqlMutation(PatchProjectMutation);

  const submit = form.onSubmit(async ({ description }) => {
    // An empty text clears the description. The server leaves it unchanged if it gets null.
    const { error } = await patch({ input: { id: project.id, description: description.trim() } });
    if (error) {
      form.setFieldError('description', describeError(error).detail);
      return;
    }
    notifications.show({ message: `Project ${project.name} saved` });
    onSaved();
    onClose();
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Textarea
          label="Description"
          description="Shown in the list of projects."
          autosize
          minRows={3}
          maxRows={12}
          data-autofocus
          {...form.getInputProps('description')}
        />
        <FormButtons
          label="Save description"
          isBusy={form.submitting}
          isDisabled={form.values.description.trim() === before}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
