import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { getRouteApi } from '@tanstack/react-router';
import { Bell, Plus } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { describeUnpriced } from '../../../components/costs/cost-fields.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import {
  ConfirmDialog,
  type Confirmation,
  notifyWhenDone,
} from '../../../components/dialogs/confirm-dialog.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import type { ResultOf } from '../../../graphql.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { formatValue, isBeyond, nameGroups } from '../alert-texts.js';
import {
  type AlertRule,
  DeleteAlertRulesMutation,
  TestAlertRuleMutation,
  useAlerts,
} from '../api/alert-rules.js';
import { buildAlertColumns } from '../components/alert-columns.js';
import { AlertDialog } from '../components/alert-dialog.js';
import classes from './alerts-page.module.css';
import { ListPage, toList } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';

const route = getRouteApi('/projects/$projectId/alerts');

/** The alert rules of a project, and when they fired. */
export function AlertsPage() {
  const { projectId } = route.useParams();
  const { can } = useViewer();
  const { rules, events, error, reload } = useAlerts(projectId);
  const [shown, setShown] = useState<AlertRule | 'new'>();
  const { onTest, onDelete, confirmation, close } = useAlertActions();
  const columns = useMemo(
    () => buildAlertColumns(can.write ? { onEdit: setShown, onTest, onDelete } : undefined),
    [can.write, onTest, onDelete],
  );
  const layout = useColumnLayout('project.alerts', columns);
  const newButton = can.write ? (
    <Button leftSection={<Plus size={15} aria-hidden />} onClick={() => setShown('new')}>
      New alert rule
    </Button>
  ) : null;

  return (
    <ListPage
      toolbar={
        rules?.length ? (
          <Toolbar
            hint={
              <>
                Each rule watches a figure of this project, and sends messages when it is beyond a
                threshold.
              </>
            }
            actions={newButton}
          />
        ) : null
      }
      label="Alert rules"
      layout={layout}
      list={toList(rules, error, reload)}
      noun="rule"
      onOpen={can.write ? setShown : undefined}
      empty={
        <EmptyState icon={Bell} title="No alert rules yet" action={newButton}>
          A rule watches the number, errors, latency, cost or scores of traces, and tells you by
          email or webhook when they are beyond a threshold.{' '}
          {can.write ? null : 'A member can create one.'}
        </EmptyState>
      }
    >
      {events && events.length > 0 ? (
        <section className={classes.history} aria-label="History">
          <h2>History</h2>
          <ul>
            {events.map(({ id, summary, createdAt }) => (
              <li key={id} dir="auto">
                <span className={classes.time}>
                  <RelativeTime time={createdAt} />
                </span>{' '}
                {summary}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <AlertDialog projectId={projectId} shown={shown} onClose={() => setShown(undefined)} />
      <ConfirmDialog confirmation={confirmation} onClose={close} />
    </ListPage>
  );
}

function useAlertActions() {
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [test] = useGraphqlMutation(TestAlertRuleMutation);
  const [remove] = useGraphqlMutation(DeleteAlertRulesMutation);
  const send = useCallback(
    async (rule: AlertRule) => {
      const { data, error } = await test({ input: { id: rule.id } });
      notifications.show(
        error
          ? { message: describeError(error).detail, color: 'red' }
          : {
              message: `A test was sent. ${describeTest(rule, data.testAlertRule)}`,
            },
      );
    },
    [test],
  );
  const onTest = useCallback((rule: AlertRule) => void send(rule), [send]);
  const onDelete = useCallback(
    ({ id, name }: AlertRule) =>
      setConfirmation({
        title: `Delete ${name}`,
        text: 'This deletes the rule with its history. You can’t undo this.',
        label: 'Delete rule',
        run: () =>
          notifyWhenDone(remove({ input: { alertRuleIds: [id] } }), `Alert rule ${name} deleted`),
      }),
    [remove],
  );
  return { onTest, onDelete, confirmation, close: () => setConfirmation(undefined) };
}

function describeTest(
  rule: AlertRule,
  tested: ResultOf<typeof TestAlertRuleMutation>['testAlertRule'],
): string {
  const missing = tested.pricedSpans && describeUnpriced(tested.pricedSpans);
  return `${describeMeasured(rule, tested)}${missing ? `, with ${missing}` : ''}.`;
}

function describeMeasured(
  rule: AlertRule,
  { value, groups }: ResultOf<typeof TestAlertRuleMutation>['testAlertRule'],
): string {
  if (!groups) return `The value is ${formatValue(rule, value)} now`;
  const beyond = groups.filter((group) => isBeyond(rule, group.value)).map(({ key }) => key);
  return beyond.length === 0
    ? 'No group is beyond the threshold now'
    : `Beyond the threshold now: ${nameGroups(beyond)}`;
}
