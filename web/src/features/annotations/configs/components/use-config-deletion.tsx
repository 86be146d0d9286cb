import { notifications } from '@mantine/notifications';
import { useCallback } from 'react';
import type { Confirmation } from '../../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../../lib/errors/server-errors.js';
import { formatPlural } from '../../../../lib/format/numbers.js';
import { type ConfigRow, DeleteConfigsMutation } from '../api/annotation-configs.js';

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
      run: async () => {
        const { error } = await remove({ input: { ids: [id] } });
        if (error) return describeError(error).detail;
        notifications.show({ message: `Annotation config ${name} deleted` });
        onDeleted();
        return undefined;
      },
    }),
    [remove, onDeleted],
  );
}
