import { Anchor, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { FormButtons } from '../../../components/forms/form-parts.js';
import {
  type BuiltInProvider,
  enterKeys,
  useEnteredKeys,
} from '../../../components/prompt-editor/provider-keys.js';

interface KeysDialogProps {
  /** Closed if undefined. */
  provider: BuiltInProvider | undefined;
  onClose: () => void;
}

/** Asks for the keys of a provider, for the visit to this page. */
export function KeysDialog({ provider, onClose }: KeysDialogProps) {
  return (
    <Modal
      opened={provider !== undefined}
      onClose={onClose}
      title={`Your key for ${provider?.name ?? 'the provider'}`}
    >
      {provider ? <KeysForm provider={provider} onClose={onClose} /> : null}
    </Modal>
  );
}

function KeysForm({ provider, onClose }: { provider: BuiltInProvider; onClose: () => void }) {
  const entered = useEnteredKeys();
  const names = provider.credentialRequirements.map(({ envVarName }) => envVarName);
  const form = useForm<Record<string, string>>({
    initialValues: Object.fromEntries(names.map((name) => [name, entered.get(name) ?? ''])),
  });
  const submit = form.onSubmit((typed) => {
    enterKeys(typed);
    onClose();
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">
          This tab sends the key with each run and forgets it when you reload or close the tab. To
          set a key for everyone, use the{' '}
          <Anchor component={Link} to="/settings/model-providers" inherit underline="always">
            settings
          </Anchor>
          .
        </Text>
        {names.map((name, index) => (
          <PasswordInput
            key={name}
            label={name}
            autoComplete="off"
            data-autofocus={index === 0 || undefined}
            {...form.getInputProps(name)}
          />
        ))}
        <FormButtons label="Use key" isBusy={false} onCancel={onClose} />
      </Stack>
    </form>
  );
}
