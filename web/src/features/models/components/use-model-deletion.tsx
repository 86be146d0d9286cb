import { useCallback } from 'react';
import type { Confirmation } from '../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { DeleteModelMutation, type Model } from '../api/models.js';
import { notifyWhenDone } from '../../../components/dialogs/confirm-dialog.js';

/** Returns a function that describes the deletion of a model, for `ConfirmDialog`. */
export function useModelDeletion(onDeleted: () => void): (model: Model) => Confirmation {
  const [remove] = useGraphqlMutation(DeleteModelMutation);
  return useCallback(
    ({ id, name }) => ({
      title: `Delete ${name}`,
      text: 'New spans will no longer get these prices. The cost of stored spans stays as it is. You can’t undo this.',
      label: 'Delete model',
      run: () => notifyWhenDone(remove({ input: { id } }), `Model ${name} deleted`, onDeleted),
    }),
    [remove, onDeleted],
  );
}
