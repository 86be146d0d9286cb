import { Checkbox, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useGraphqlMutation } from '../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../lib/errors/server-errors.js';
import { FormAlert, FormButtons } from '../forms/form-parts.js';
import classes from './secret-dialog.module.css';
import { findSecretKeyProblem } from './secret-key.js';
import { SetSecretsMutation } from './set-secrets.js';

interface SecretDialogProps {
  /** The secret to set, or `new` to ask for its name too. */
  secret: { key: string } | 'new' | undefined;
  /** Names of secrets that exist and would be replaced. */
  taken: readonly string[];
  onClose: () => void;
  /** Queries are reloaded anyway; a list has to be told. */
  onSaved?: () => void;
}

/** Asks for the value of a secret, which cannot be read again. */
export function SecretDialog({ secret, ...props }: SecretDialogProps) {
  const title =
    secret === undefined || secret === 'new'
      ? 'Add secret'
      : `${props.taken.includes(secret.key) ? 'Replace' : 'Set'} ${secret.key}`;
  return (
    <Modal
      opened={secret !== undefined}
      onClose={props.onClose}
      title={title}
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
  const form = useForm({
    initialValues: { key: isNew ? '' : secret.key, value: '' },
    validate: { key: (key) => findSecretKeyProblem(key) ?? null },
  });
  const [isShown, setIsShown] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [save, isSending] = useGraphqlMutation(SetSecretsMutation);
  const name = form.values.key.trim();
  const isReplaced = !isNew && taken.includes(name);

  const submit = form.onSubmit(async ({ value }) => {
    const { error } = await save({ input: { secrets: [{ key: name, value }] } });
    if (error) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: `Secret ${name} saved` });
    onSaved?.();
    onClose();
  });
  return (
    <form onSubmit={submit}>
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
            {...form.getInputProps('key')}
          />
        ) : null}
        <Textarea
          label="Value"
          description="Spandrel encrypts the value and never shows it again."
          required
          autosize
          minRows={2}
          maxRows={8}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: isShown ? '' : (classes.masked ?? '') }}
          data-autofocus={isNew ? undefined : true}
          {...form.getInputProps('value')}
        />
        <Checkbox
          size="xs"
          label="Show value"
          checked={isShown}
          onChange={(event) => setIsShown(event.currentTarget.checked)}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label={isReplaced ? 'Replace value' : 'Add secret'}
          isBusy={isSending}
          isDisabled={name === '' || form.values.value.trim() === ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
