import { Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useCallback, useRef, useState } from 'react';
import { ConfirmDialog, type Confirmation } from '../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { RemoveEvaluatorsMutation } from '../api/evaluator-mutations.js';
import type { EvaluatorRow } from '../api/evaluators-list.js';
import { PromptDeletion } from './prompt-deletion.js';

/**
 * Asks for confirmation before an evaluator is removed from a dataset. Returns the function that
 * asks and the dialog to render.
 */
export function useEvaluatorRemoval(datasetName: string, onRemoved: () => void) {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const deletesPrompt = useRef(false);
  const [remove] = useGraphqlMutation(RemoveEvaluatorsMutation);

  const ask = useCallback(
    (row: EvaluatorRow) => {
      const { id, name } = row;
      deletesPrompt.current = false;
      setConfirmation({
        title: `Remove ${name}`,
        text: (
          <RemovalWarning
            row={row}
            datasetName={datasetName}
            onPromptChange={(isDeleted) => {
              deletesPrompt.current = isDeleted;
            }}
          />
        ),
        label: 'Remove evaluator',
        run: async () => {
          const input = {
            datasetEvaluatorIds: [id],
            deleteAssociatedPrompt: deletesPrompt.current,
          };
          const { error } = await remove({ input });
          if (error) return describeError(error).detail;
          notifications.show({ message: `Evaluator ${name} removed` });
          onRemoved();
          return undefined;
        },
      });
    },
    [remove, datasetName, onRemoved],
  );
  const close = useCallback(() => setConfirmation(undefined), []);
  return { ask, dialog: <ConfirmDialog confirmation={confirmation} onClose={close} /> };
}

interface RemovalWarningProps {
  row: EvaluatorRow;
  datasetName: string;
  onPromptChange: (isDeleted: boolean) => void;
}

function RemovalWarning({ row, datasetName, onPromptChange }: RemovalWarningProps) {
  const { evaluator } = row;
  return (
    <Stack gap="sm">
      <span>
        Future experiments on <b>{datasetName}</b> will run without it. This also deletes the traces
        of its evaluations. The evaluations themselves are kept.
        {evaluator.kind === 'CODE' ? ' Its code is kept, too, and other datasets can use it.' : ''}
      </span>
      {evaluator.__typename === 'LLMEvaluator' ? (
        <PromptDeletion promptName={evaluator.prompt.name} onChange={onPromptChange} />
      ) : null}
    </Stack>
  );
}
