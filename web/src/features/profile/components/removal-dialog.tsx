import { Modal } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { PasswordStep } from '../../../components/second-factor/password-step.js';
import {
  type Passkey,
  RemoveAuthenticatorMutation,
  RemovePasskeyMutation,
} from '../api/second-factor.js';

interface RemovalDialogProps {
  /** The second factor to remove; undefined while the dialog is closed. */
  factor: 'authenticator' | Passkey | undefined;
  /** Whether nothing else is left besides the password. */
  isLast: boolean;
  onClose: () => void;
}

/** Asks for the password, and removes a second factor. */
export function RemovalDialog({ factor, isLast, onClose }: RemovalDialogProps) {
  const [removeAuthenticator] = useGraphqlMutation(RemoveAuthenticatorMutation);
  const [removePasskey] = useGraphqlMutation(RemovePasskeyMutation);
  const isPasskey = typeof factor === 'object';
  const name = isPasskey ? `passkey ${factor.name}` : 'authenticator app';

  const remove = async ({ password }: { password: string }) => {
    const { error } = isPasskey
      ? await removePasskey({ input: { id: factor.id, password } })
      : await removeAuthenticator({ input: { password } });
    if (error) return describeError(error).detail;
    notifications.show({ message: isPasskey ? 'Passkey removed' : 'Authenticator app removed' });
    onClose();
    return undefined;
  };
  return (
    <Modal opened={factor !== undefined} onClose={onClose} title={`Remove ${name}`}>
      <PasswordStep
        text={
          isLast
            ? 'You then sign in with your password alone, and your recovery codes stop working.'
            : 'It no longer signs you in.'
        }
        label="Remove"
        isDestructive
        onCancel={onClose}
        onSubmit={remove}
      />
    </Modal>
  );
}
