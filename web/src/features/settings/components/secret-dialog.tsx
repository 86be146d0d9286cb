import { Checkbox, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type FormEvent, useState } from 'react';
import { FormAlert, FormButtons } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { SetSecretsMutation } from '../api/secrets.js';
import { findSecretKeyProblem } from '../secret-key.js';
import classes from './secrets.module.css';

interface SecretDialogProps {
  /** The secret to replace, or `new` to add one. */
  secret: { key: string } | 'new' | undefined;
  /** Names that exist and would be replaced. */
  taken: readonly string[];
  onClose: () => void;
  onSaved: () => void;
}

/** Asks for the value of a secret, which cannot be read again. */
export function SecretDialog({ secret, ...props }: SecretDialogProps) {
  return (
    <Modal
      opened={secret !== undefined}
      onClose={props.onClose}
      title={secret === 'new' ? 'Add secret' : `Replace ${secret?.key ?? ''}`}
      closeOnClickOutside={false}
    >
      {secret ? <SecretForm secret={secret} {...props} /> : null}
    </Modal>
  );
}

function SecretForm({
  secret,
  taken,
  onClose,
  onSaved,
}: SecretDialogProps & { secret: { key: string } | 'new' }) {
  const isNew = secret === 'new';
  const [key, setKey] = useState(isNew ? '' : secret.key);
  const [value, setValue] = useState('');
  const [isShown, setIsShown] = useState(false);
  const [keyProblem, setKeyProblem] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [save, isSending] = useGraphqlMutation(SetSecretsMutation);
  const name = key.trim();

  const submit = async () => {
    const problem = findSecretKeyProblem(key);
    if (problem !== undefined) {
      setKeyProblem(problem);
      return;
    }
    const { error } = await save({ input: { secrets: [{ key: name, value }] } });
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `Secret ${name} saved` });
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
        {isNew ? (
          <TextInput
            label="Name"
            description={
              taken.includes(name)
                ? 'A secret with this name exists. This replaces its value.'
                : undefined
            }
            placeholder="OPENAI_API_KEY"
            required
            data-autofocus
            autoComplete="off"
            spellCheck={false}
            value={key}
            error={keyProblem}
            onChange={(event) => {
              setKey(event.currentTarget.value);
              setKeyProblem(undefined);
            }}
          />
        ) : null}
        <Textarea
          label="Value"
          description="Stored encrypted. Nobody can read it again."
          required
          autosize
          minRows={2}
          maxRows={8}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: isShown ? '' : (classes.masked ?? '') }}
          data-autofocus={isNew ? undefined : true}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label="Show value"
          checked={isShown}
          onChange={(event) => setIsShown(event.currentTarget.checked)}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={isNew ? 'Add secret' : 'Replace value'}
          isBusy={isSending}
          isDisabled={name === '' || value.trim() === ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
