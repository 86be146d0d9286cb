import { BellRing, Pencil, Send, Trash2 } from 'lucide-react';
import { IconButton } from '../../../components/buttons/icon-button.js';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import type { DataColumn } from '../../../components/data-table/columns.js';
import { describeAlert, formatValue, nameGroups } from '../alert-texts.js';
import type { AlertRule } from '../api/alert-rules.js';
import classes from './alert-columns.module.css';
import { actionsColumn } from '../../../components/data-table/common-columns.js';

interface AlertActions {
  onEdit: (rule: AlertRule) => void;
  onTest: (rule: AlertRule) => void;
  onDelete: (rule: AlertRule) => void;
}

/** Returns the columns of the list of rules, without actions for those who cannot change them. */
export function buildAlertColumns(actions: AlertActions | undefined): DataColumn<AlertRule>[] {
  return [
    {
      id: 'name',
      header: 'Name',
      width: 150,
      required: true,
      cell: ({ name }) => (
        <span dir="auto" title={name}>
          {name}
        </span>
      ),
    },
    { id: 'state', header: 'State', width: 240, cell: (rule) => <State rule={rule} /> },
    {
      id: 'value',
      header: 'Value',
      tip: 'When it was measured last',
      width: 90,
      numeric: true,
      cell: (rule) => formatValue(rule, rule.lastValue),
    },
    {
      id: 'rule',
      header: 'Condition',
      width: 280,
      grow: true,
      cell: (rule) => {
        const text = describeAlert(rule);
        const whole = rule.condition === '' ? text : `${text}, if ${rule.condition}`;
        return <span title={whole}>{whole}</span>;
      },
    },
    {
      id: 'receivers',
      header: 'Receivers',
      width: 180,
      cell: ({ webhooks, recipients }) => {
        const names = [
          ...webhooks.map(({ name }) => name),
          ...recipients.map(({ username }) => username),
        ];
        const text = names.length === 0 ? 'Nobody' : names.join(', ');
        return <span title={text}>{text}</span>;
      },
    },
    ...(actions ? [buildActionsColumn(actions)] : []),
  ];
}

function State({ rule }: { rule: AlertRule }) {
  const { isEnabled, state, stateSince, lastError, evaluatedAt, firingGroups } = rule;
  if (!isEnabled) return 'Disabled';
  if (state === 'FIRING') {
    const names = firingGroups.map(({ key, value }) => `${key}: ${formatValue(rule, value)}`);
    return (
      <span className={classes.firing} title={names.join('\n') || undefined}>
        <BellRing size={13} aria-hidden /> Firing <RelativeTime time={stateSince} />
        {names.length > 0 ? (
          <span dir="auto">: {nameGroups(firingGroups.map(({ key }) => key))}</span>
        ) : null}
      </span>
    );
  }
  if (lastError !== null) {
    return (
      <span className={classes.error} title={lastError}>
        Not measured
      </span>
    );
  }
  return evaluatedAt === null ? 'Waiting' : 'OK';
}

function buildActionsColumn({ onEdit, onTest, onDelete }: AlertActions): DataColumn<AlertRule> {
  return actionsColumn(
    (rule) => (
      <>
        <IconButton label={`Test ${rule.name}`} onClick={() => onTest(rule)}>
          <Send size={15} aria-hidden />
        </IconButton>
        <IconButton label={`Edit ${rule.name}`} onClick={() => onEdit(rule)}>
          <Pencil size={15} aria-hidden />
        </IconButton>
        <IconButton label={`Delete ${rule.name}`} onClick={() => onDelete(rule)}>
          <Trash2 size={15} aria-hidden />
        </IconButton>
      </>
    ),
    120,
  );
}
