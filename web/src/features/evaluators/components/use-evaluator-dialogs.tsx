import { useMemo, useState } from 'react';
import { AttachDialog } from './attach-dialog.js';
import type { ActionableEvaluator, EvaluatorActions } from './evaluator-actions.js';
import { useEvaluatorDeletion } from './use-evaluator-deletion.js';

/** Returns the actions of the menu of an evaluator, and the dialogs to render. */
export function useEvaluatorDialogs(onDeleted: () => void) {
  const [attached, setAttached] = useState<ActionableEvaluator>();
  const { ask, dialog } = useEvaluatorDeletion(onDeleted);
  const actions: EvaluatorActions = useMemo(
    () => ({ onAttach: setAttached, onDelete: ask }),
    [ask],
  );
  const dialogs = (
    <>
      {dialog}
      <AttachDialog evaluator={attached} onClose={() => setAttached(undefined)} />
    </>
  );
  return { actions, dialogs };
}
