import { useCallback, useState } from 'react';
import {
  ConfirmDialog,
  type Confirmation,
  notifyWhenDone,
} from '../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { DeleteSystemKeyMutation, DeleteUserKeyMutation } from '../api/api-keys.js';

interface NamedKey {
  id: string;
  name: string;
  prefix: string;
}

/**
 * Asks for confirmation before a key is deleted. Returns the function that asks, and the dialog to
 * render.
 */
export function useKeyDeletion(kind: 'system' | 'user') {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [deleteSystemKey] = useGraphqlMutation(DeleteSystemKeyMutation);
  const [deleteUserKey] = useGraphqlMutation(DeleteUserKeyMutation);
  const deleteKey = kind === 'system' ? deleteSystemKey : deleteUserKey;
  const ask = useCallback(
    (key: NamedKey, owner?: string) =>
      setConfirmation({
        title: `Delete key ${key.name}`,
        text: (
          <>
            Programs that use <b>{key.prefix}…</b>
            {owner === undefined ? '' : `, owned by ${owner},`} will lose access. The data they have
            sent is kept. You can’t undo this.
          </>
        ),
        label: 'Delete key',
        run: () => notifyWhenDone(deleteKey({ input: { id: key.id } }), `Key ${key.name} deleted`),
      }),
    [deleteKey],
  );
  const close = useCallback(() => setConfirmation(undefined), []);
  return { ask, dialog: <ConfirmDialog confirmation={confirmation} onClose={close} /> };
}
