import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FormAlert, FormButtons, ShownOnce } from '../../../components/forms/form-parts.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { CreateScimTokenMutation } from '../api/scim-tokens.js';

interface NewScimTokenDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Names a token, then shows it once. */
export function NewScimTokenDialog({ opened, onClose }: NewScimTokenDialogProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="New SCIM token" closeOnClickOutside={false}>
      <NewScimToken onClose={onClose} />
    </Modal>
  );
}

function NewScimToken({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues: { name: '' } });
  const [made, setMade] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const [create] = useGraphqlMutation(CreateScimTokenMutation);

  const submit = form.onSubmit(async ({ name }) => {
    setRefusal(undefined);
    const { data, error } = await create({ input: { name } });
    if (data) setMade(data.createScimToken.token);
    else setRefusal(describeError(error).detail);
  });
  if (made !== undefined) {
    return (
      <Stack gap="sm">
        <Text size="sm" role="status">
          Enter this token, and the URL, in the settings of <b>{form.values.name}</b>.
        </Text>
        <ShownOnce label="Token" value={made} />
        <Group justify="flex-end">
          <Button onClick={onClose}>Done</Button>
        </Group>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput
          label="Service"
          description="Names the service that uses the token, such as Okta."
          required
          maxLength={100}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <FormAlert text={refusal} />
        <FormButtons
          label="Create token"
          isBusy={form.submitting}
          isDisabled={form.values.name.trim() === ''}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
