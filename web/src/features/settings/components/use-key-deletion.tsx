import { notifications } from '@mantine/notifications';
import { useCallback, useState } from 'react';
import { useMutation } from 'urql';
import { ConfirmDialog, type Confirmation } from '../../../components/dialogs/confirm-dialog.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { DeleteSystemKeyMutation, DeleteUserKeyMutation } from '../api/api-keys.js';

interface NamedKey {
  id: string;
  name: string;
  prefix: string;
}

/** Asks before a key is deleted: gives what starts the question, and the dialog to draw. */
export function useKeyDeletion(kind: 'system' | 'user', onDeleted: () => void) {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [, deleteKey] = useMutation(
    kind === 'system' ? DeleteSystemKeyMutation : DeleteUserKeyMutation,
  );
  const ask = useCallback(
    (key: NamedKey, owner?: string) =>
      setConfirmation({
        title: `Delete the key ${key.name}`,
        text: (
          <>
            Whatever sends or reads with <b>{key.prefix}…</b>
            {owner === undefined ? '' : ` of ${owner}`} is refused from now on. What it sent stays.
            The key cannot be brought back.
          </>
        ),
        label: 'Delete key',
        run: async () => {
          const { error } = await deleteKey({ input: { id: key.id } });
          if (error) return describeError(error).detail;
          notifications.show({ message: `Key ${key.name} deleted` });
          onDeleted();
          return undefined;
        },
      }),
    [deleteKey, onDeleted],
  );
  const close = useCallback(() => setConfirmation(undefined), []);
  return { ask, dialog: <ConfirmDialog confirmation={confirmation} onClose={close} /> };
}
