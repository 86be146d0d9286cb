import { notifications } from '@mantine/notifications';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog, type Confirmation } from '../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { ResetSecondFactorMutation } from '../api/user-mutations.js';

/** Removes the second factor of a user who has lost it, after confirmation. */
export function useSecondFactorReset(onReset: () => void): {
  ask: (user: { id: string; username: string }) => void;
  dialog: ReactNode;
} {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [reset] = useGraphqlMutation(ResetSecondFactorMutation);
  const ask = ({ id, username }: { id: string; username: string }) =>
    setConfirmation({
      title: `Reset second factor of ${username}`,
      text: (
        <>
          Removes the authenticator app, the passkeys and the recovery codes, and ends all sessions
          of <b>{username}</b>. The password alone then signs them in, so make sure that it is
          really them who ask. API keys keep working.
        </>
      ),
      label: 'Reset',
      run: async () => {
        const { error } = await reset({ input: { userId: id } });
        if (error) return describeError(error).detail;
        notifications.show({ message: `${username} signs in without a second factor now` });
        onReset();
        return undefined;
      },
    });
  const close = () => setConfirmation(undefined);
  return { ask, dialog: <ConfirmDialog confirmation={confirmation} onClose={close} /> };
}
