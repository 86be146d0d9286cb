import { useCallback } from 'react';
import type { Confirmation } from '../../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../../lib/data/use-graphql-mutation.js';
import { formatPlural } from '../../../../lib/format/numbers.js';
import { type ConfigRow, DeleteConfigsMutation } from '../api/annotation-configs.js';
import { notifyWhenDone } from '../../../../components/dialogs/confirm-dialog.js';

/** The config that the server creates again when it starts. */
const BUILT_IN = 'user_feedback';

/** Returns a function that describes the deletion of a config, for `ConfirmDialog`. */
export function useConfigDeletion(onDeleted: () => void): (config: ConfigRow) => Confirmation {
  const [remove] = useGraphqlMutation(DeleteConfigsMutation);
  return useCallback(
    ({ id, name, projectCount }) => ({
      title: `Delete ${name}`,
      text: (
        <>
          {projectCount === 0
            ? 'No project uses this config. '
            : `${formatPlural(projectCount, 'project')} will no longer use this config. `}
          Existing annotations stay.{' '}
          {name === BUILT_IN
            ? 'Spandrel creates this config again when it restarts.'
            : 'You can’t undo this.'}
        </>
      ),
      label: 'Delete config',
      run: () =>
        notifyWhenDone(
          remove({ input: { ids: [id] } }),
          `Annotation config ${name} deleted`,
          onDeleted,
        ),
    }),
    [remove, onDeleted],
  );
}
