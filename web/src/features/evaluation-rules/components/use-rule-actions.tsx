import { notifications } from '@mantine/notifications';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { notifyWhenDone, useConfirmDialog } from '../../../components/dialogs/confirm-dialog.js';
import { createLazyDialog } from '../../../components/dialogs/lazy-dialog.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import {
  DeleteRulesMutation,
  type Rule,
  RULE_DOCUMENTS,
  StopBackfillMutation,
} from '../api/rules.js';
import { TARGETS } from '../rule-texts.js';
import type { BackfillDialogProps } from './backfill-dialog.js';
import type { RuleActions } from './rule-menu.js';

const backfillDialog = createLazyDialog<BackfillDialogProps>(
  () => import('./backfill-dialog.js').then(({ BackfillDialog }) => BackfillDialog),
  ({ rule }) => rule !== undefined,
);

/**
 * Returns the actions for rules, and the dialogs that they open.
 * @param onDeleted called after a rule was deleted, besides reading the list again.
 */
export function useRuleActions(onDeleted?: () => void): {
  actions: RuleActions;
  dialogs: ReactNode;
} {
  const [backfilled, setBackfilled] = useState<Rule>();
  const { confirm, confirmDialog } = useConfirmDialog();
  const [remove] = useGraphqlMutation(DeleteRulesMutation, { invalidates: RULE_DOCUMENTS });
  const [stop] = useGraphqlMutation(StopBackfillMutation, { invalidates: RULE_DOCUMENTS });
  const onStopBackfill = useCallback(
    async ({ id, name }: Rule) => {
      const { error } = await stop({ input: { id } });
      notifications.show(
        error
          ? { message: describeError(error).detail, color: 'red' }
          : { message: `${name} has stopped evaluating past data. Its annotations stay.` },
      );
    },
    [stop],
  );
  const onDelete = useCallback(
    ({ id, name, target, waitingCount }: Rule) =>
      confirm({
        title: `Delete ${name}`,
        text: (
          <>
            This deletes the rule with the traces of its evaluations
            {waitingCount > 0 ? ', and waiting items are not evaluated' : ''}. The annotations of
            your {TARGETS[target].tab} stay. You can’t undo this.
          </>
        ),
        label: 'Delete rule',
        run: () =>
          notifyWhenDone(
            remove({ input: { evaluationRuleIds: [id] } }),
            `Rule ${name} deleted`,
            onDeleted,
          ),
      }),
    [confirm, remove, onDeleted],
  );
  const actions = useMemo(
    () => ({
      onBackfill: setBackfilled,
      onStopBackfill: (rule: Rule) => void onStopBackfill(rule),
      onDelete,
    }),
    [onStopBackfill, onDelete],
  );
  return {
    actions,
    dialogs: (
      <>
        <backfillDialog.Dialog rule={backfilled} onClose={() => setBackfilled(undefined)} />
        {confirmDialog}
      </>
    ),
  };
}
