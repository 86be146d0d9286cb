import { useCallback, useState } from 'react';
import {
  ConfirmDialog,
  type Confirmation,
  notifyWhenDone,
} from '../../../components/dialogs/confirm-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { DeletePromptMutation, PromptToEditQuery } from '../api/prompt-mutations.js';
import type { NamedPrompt } from './prompt-menu.js';

/**
 * Asks for confirmation before a prompt is deleted. Returns the function that asks and the dialog
 * to render.
 */
export function usePromptDeletion(onDeleted: () => void) {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [deletePrompt] = useGraphqlMutation(DeletePromptMutation);

  const ask = useCallback(
    ({ id, name }: NamedPrompt) =>
      setConfirmation({
        title: `Delete ${name}`,
        text: <DeletionWarning promptId={id} />,
        label: 'Delete prompt',
        phrase: name,
        run: () =>
          notifyWhenDone(
            deletePrompt({ input: { promptId: id } }),
            `Prompt ${name} deleted`,
            onDeleted,
          ),
      }),
    [deletePrompt, onDeleted],
  );
  const close = useCallback(() => setConfirmation(undefined), []);
  return { ask, dialog: <ConfirmDialog confirmation={confirmation} onClose={close} /> };
}

function DeletionWarning({ promptId }: { promptId: string }) {
  const { data } = useGraphqlQuery(PromptToEditQuery, { id: promptId }, { gcTime: 0 });
  const prompt = data?.node.__typename === 'Prompt' ? data.node : undefined;
  return (
    <>
      This also deletes{' '}
      {prompt ? <b>{formatPlural(prompt.versionCount, 'version')}</b> : 'all versions'} and all
      tags. Programs can no longer fetch the prompt. Labels are kept. You can’t undo this.
    </>
  );
}
