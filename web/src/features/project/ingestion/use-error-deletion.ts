import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import type { Confirmation } from '../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { DeleteErrorsMutation } from '../api/ingestion.js';

/** The errors to delete: those with these IDs, or all with a reason. */
export interface DeletionChoice {
  reason?: string | undefined;
  ids?: string[];
  count: number;
}

/** Deletes ingestion errors of a project once the user has confirmed it. */
export function useErrorDeletion(projectId: string, onDeleted: () => void) {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [remove] = useGraphqlMutation(DeleteErrorsMutation);
  const askToDelete = ({ reason, ids, count }: DeletionChoice) =>
    setConfirmation({
      title: `Delete ${formatPlural(count, 'error')}`,
      text: 'This deletes the errors and the spans kept with them. You can’t undo this.',
      label: 'Delete',
      run: async () => {
        const { data, error } = await remove({ input: { projectId, reason, ids } });
        if (error) return describeError(error).detail;
        const { deletedCount } = data.deleteIngestionErrors;
        notifications.show({ message: `${formatPlural(deletedCount, 'error')} deleted` });
        onDeleted();
        return undefined;
      },
    });
  return { askToDelete, confirmation, close: () => setConfirmation(undefined) };
}
