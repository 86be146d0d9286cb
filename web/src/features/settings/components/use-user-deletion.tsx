import { useCallback, useState } from 'react';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { DeleteUsersMutation } from '../api/user-mutations.js';
import {
  ConfirmDialog,
  type Confirmation,
  notifyWhenDone,
} from '../../../components/dialogs/confirm-dialog.js';

interface Named {
  id: string;
  username: string;
}

/**
 * Asks for confirmation before users are deleted. Returns the function that asks and the dialog to
 * render.
 */
export function useUserDeletion(onDeleted: () => void) {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [deleteUsers] = useGraphqlMutation(DeleteUsersMutation);

  const ask = useCallback(
    (users: readonly Named[]) => {
      const [first] = users;
      if (!first) return;
      const who = users.length === 1 ? first.username : `${users.length} users`;
      setConfirmation({
        title: `Delete ${who}`,
        text: <DeletionWarning users={users} />,
        label: users.length === 1 ? 'Delete user' : `Delete ${who}`,
        phrase: users.length === 1 ? first.username : `delete ${who}`,
        run: () =>
          notifyWhenDone(
            deleteUsers({ input: { userIds: users.map(({ id }) => id) } }),
            `${who} deleted`,
            onDeleted,
          ),
      });
    },
    [deleteUsers, onDeleted],
  );
  const close = useCallback(() => setConfirmation(undefined), []);
  return { ask, dialog: <ConfirmDialog confirmation={confirmation} onClose={close} /> };
}

const NAMED = 5;

function DeletionWarning({ users }: { users: readonly Named[] }) {
  const names = users.slice(0, NAMED).map(({ username }) => username);
  const more = users.length - names.length;
  return (
    <>
      {users.length > 1 ? (
        <>
          <b>{names.join(', ')}</b>
          {more > 0 ? ` and ${more} more` : ''}:{' '}
        </>
      ) : null}
      {users.length > 1 ? 'This deletes their accounts' : 'This deletes the account'}, ends all
      sessions and revokes all API keys. Traces, projects and other data they created are kept, and
      so are their audit log entries.
    </>
  );
}
