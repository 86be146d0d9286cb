import { useCallback, useState } from 'react';
import {
  ConfirmDialog,
  type Confirmation,
  notifyWhenDone,
} from '../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { DeleteExperimentsMutation } from '../api/experiment-mutations.js';

interface Deletable {
  id: string;
  name: string;
  runCount: number;
  project: { name: string } | null;
}

/**
 * Asks for confirmation before experiments are deleted. Returns the function that asks and the
 * dialog to render.
 */
export function useExperimentDeletion(onDeleted: () => void) {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [deleteExperiments] = useGraphqlMutation(DeleteExperimentsMutation);

  const ask = useCallback(
    (experiments: readonly Deletable[]) => {
      const [first] = experiments;
      if (!first) return;
      const isOne = experiments.length === 1;
      const what = isOne ? first.name : `${experiments.length} experiments`;
      setConfirmation({
        title: `Delete ${what}`,
        text: <DeletionWarning experiments={experiments} />,
        label: isOne ? 'Delete experiment' : `Delete ${what}`,
        phrase: isOne ? first.name : `delete ${what}`,
        run: () =>
          notifyWhenDone(
            deleteExperiments({
              input: { experimentIds: experiments.map(({ id }) => id) },
            }),
            `${what} deleted`,
            onDeleted,
          ),
      });
    },
    [deleteExperiments, onDeleted],
  );
  const close = useCallback(() => setConfirmation(undefined), []);
  return { ask, dialog: <ConfirmDialog confirmation={confirmation} onClose={close} /> };
}

const NAMED = 5;

function DeletionWarning({ experiments }: { experiments: readonly Deletable[] }) {
  const isOne = experiments.length === 1;
  const names = experiments.slice(0, NAMED).map(({ name }) => name);
  const more = experiments.length - names.length;
  const runs = experiments.reduce((sum, { runCount }) => sum + runCount, 0);
  const hasProject = experiments.some(({ project }) => project !== null);
  return (
    <>
      {isOne ? (
        'This also deletes '
      ) : (
        <>
          This deletes <b>{names.join(', ')}</b>
          {more > 0 ? ` and ${more} more` : ''}, including{' '}
        </>
      )}
      <b>{formatPlural(runs, 'run')}</b> with all evaluations
      {hasProject ? `, and the traces of ${isOne ? 'its project' : 'their projects'}` : ''}. The
      dataset’s examples are kept. You can’t undo this.
    </>
  );
}
