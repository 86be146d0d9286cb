import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { ClonePromptMutation } from '../api/prompt-mutations.js';
import { IDENTIFIER_RULE, isIdentifier } from '../../../components/prompt-editor/identifier.js';
import type { NamedPrompt } from './prompt-menu.js';

interface CloneDialogProps {
  /** Absent if nothing is being cloned. */
  prompt: NamedPrompt | undefined;
  onClose: () => void;
  onCloned: (prompt: { id: string }) => void;
}

/** Copies a prompt with all its versions under another name. */
export function CloneDialog({ prompt, onClose, onCloned }: CloneDialogProps) {
  return (
    <Modal
      opened={prompt !== undefined}
      onClose={onClose}
      title={`Clone ${prompt?.name ?? 'a prompt'}`}
    >
      {prompt ? <CloneForm prompt={prompt} onClose={onClose} onCloned={onCloned} /> : null}
    </Modal>
  );
}

function CloneForm(props: CloneDialogProps & { prompt: NamedPrompt }) {
  const { prompt, onClose, onCloned } = props;
  const form = useForm({
    initialValues: { name: `${prompt.name}-copy`, description: '' },
    validate: {
      name: (name) =>
        isIdentifier(name) || name === '' ? null : 'This is not a valid prompt name.',
    },
    validateInputOnChange: ['name'],
  });
  const [clone] = useGraphqlMutation(ClonePromptMutation);

  const submit = form.onSubmit(async ({ name, description }) => {
    const about = description.trim();
    const input = { promptId: prompt.id, name, ...(about === '' ? {} : { description: about }) };
    const { data, error } = await clone({ input });
    if (!data) {
      form.setFieldError('name', describeError(error).detail);
      return;
    }
    notifications.show({ message: `${prompt.name} cloned as ${name}` });
    onClose();
    onCloned(data.clonePrompt);
  });

  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <div>This copies all versions, but no tags or labels.</div>
        <TextInput
          label="Name"
          description={IDENTIFIER_RULE}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Description"
          description="Leave empty to keep the original description."
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('description')}
        />
        <FormButtons
          label="Clone prompt"
          isBusy={form.submitting}
          isDisabled={!isIdentifier(form.values.name)}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
