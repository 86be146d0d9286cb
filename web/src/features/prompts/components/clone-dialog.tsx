import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { ClonePromptMutation } from '../api/prompt-mutations.js';
import { IDENTIFIER_RULE, isIdentifier } from '../identifier.js';
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
  const [name, setName] = useState(`${prompt.name}-copy`);
  const [description, setDescription] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const [clone, isSending] = useGraphqlMutation(ClonePromptMutation);
  const isLegal = isIdentifier(name);

  const submit = async () => {
    if (!isLegal || isSending) return;
    const about = description.trim();
    const input = { promptId: prompt.id, name, ...(about === '' ? {} : { description: about }) };
    const { data, error } = await clone({ input });
    if (!data) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `${prompt.name} cloned as ${name}` });
    onClose();
    onCloned(data.clonePrompt);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <div>This copies every version, in the same order, but no tags or labels.</div>
        <TextInput
          label="Name"
          description={IDENTIFIER_RULE}
          required
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          value={name}
          error={isLegal || name === '' ? undefined : 'This is not a valid prompt name.'}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setRefusal(undefined);
          }}
        />
        <Textarea
          label="Description"
          description="Leave empty to keep the original description."
          autosize
          minRows={2}
          maxRows={8}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label="Clone prompt"
          isBusy={isSending}
          isDisabled={!isLegal}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
