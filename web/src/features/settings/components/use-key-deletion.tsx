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

/**
 * Asks for confirmation before a key is deleted. Returns the function that asks and the dialog to
 * render.
 */
export function useKeyDeletion(kind: 'system' | 'user', onDeleted: () => void) {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [, deleteKey] = useMutation(
    kind === 'system' ? DeleteSystemKeyMutation : DeleteUserKeyMutation,
  );
  const ask = useCallback(
    (key: NamedKey, owner?: string) =>
      setConfirmation({
        title: `Delete key ${key.name}`,
        text: (
          <>
            Programs can no longer use <b>{key.prefix}…</b>
            {owner === undefined ? '' : ` of ${owner}`} from now on. Data they have sent stays. You
            can’t undo this.
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
