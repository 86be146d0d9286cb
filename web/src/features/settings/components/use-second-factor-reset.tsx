import { type ReactNode, useState } from 'react';
import {
  ConfirmDialog,
  type Confirmation,
  notifyWhenDone,
} from '../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
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
          of <b>{username}</b>. They then sign in with the password alone, so make sure that the
          request really comes from them. API keys keep working.
        </>
      ),
      label: 'Reset',
      run: () =>
        notifyWhenDone(
          reset({ input: { userId: id } }),
          `${username} signs in without a second factor now`,
          onReset,
        ),
    });
  const close = () => setConfirmation(undefined);
  return { ask, dialog: <ConfirmDialog confirmation={confirmation} onClose={close} /> };
}
