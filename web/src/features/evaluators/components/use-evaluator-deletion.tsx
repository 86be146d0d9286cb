import { Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useCallback, useRef, useState } from 'react';
import { ConfirmDialog, type Confirmation } from '../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { DeleteEvaluatorsMutation } from '../api/evaluator-mutations.js';
import { PromptDeletion } from './prompt-deletion.js';

/** An evaluator to delete. */
export interface DeletedEvaluator {
  id: string;
  name: string;
  /** Absent for those that ask no model. */
  prompt?: { name: string };
}

/**
 * Asks for confirmation before an evaluator is deleted. Returns the function that asks and the dialog
 * to render.
 */
export function useEvaluatorDeletion(onDeleted: () => void) {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const deletesPrompt = useRef(false);
  const [send] = useGraphqlMutation(DeleteEvaluatorsMutation);

  const ask = useCallback(
    ({ id, name, prompt }: DeletedEvaluator) => {
      deletesPrompt.current = false;
      setConfirmation({
        title: `Delete ${name}`,
        text: (
          <Stack gap="sm">
            <span>
              This deletes the evaluator with all of its versions. Evaluations and annotations that
              it has made are kept. You can’t undo this.
            </span>
            {prompt ? (
              <PromptDeletion
                promptName={prompt.name}
                onChange={(isDeleted) => {
                  deletesPrompt.current = isDeleted;
                }}
              />
            ) : null}
          </Stack>
        ),
        label: 'Delete evaluator',
        run: async () => {
          const input = { evaluatorIds: [id], deleteAssociatedPrompt: deletesPrompt.current };
          const { error } = await send({ input });
          if (error) return describeError(error).detail;
          notifications.show({ message: `Evaluator ${name} deleted` });
          onDeleted();
          return undefined;
        },
      });
    },
    [send, onDeleted],
  );
  const close = useCallback(() => setConfirmation(undefined), []);
  return { ask, dialog: <ConfirmDialog confirmation={confirmation} onClose={close} /> };
}
