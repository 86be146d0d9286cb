import { Menu } from '@mantine/core';
import { CircleStop, History, ListFilter, ListTree, Pencil, Trash2 } from 'lucide-react';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { Rule } from '../api/rules.js';
import { getAnnotatedFilter, TARGETS } from '../rule-texts.js';
import { ActionItem, ActionLink, ActionsMenu } from '../../../components/buttons/actions-menu.js';

/** The actions for a rule that happen outside of its menu. */
export interface RuleActions {
  onBackfill: (rule: Rule) => void;
  onStopBackfill: (rule: Rule) => void;
  onDelete: (rule: Rule) => void;
}

/** The actions for a rule. Viewers can only follow the links. */
export function RuleMenu({ rule, ...actions }: { rule: Rule } & RuleActions) {
  const { can } = useViewer();
  const { name, target, projectId, tracesProject } = rule;
  const { tab, list } = TARGETS[target];
  return (
    <ActionsMenu name={name} width={220}>
      <ActionLink
        icon={ListFilter}
        to={list}
        params={{ projectId }}
        search={{ timeRangeKey: 'all', filter: getAnnotatedFilter(rule) }}
      >
        Show evaluated {tab}
      </ActionLink>
      {tracesProject ? (
        <ActionLink
          icon={ListTree}
          to="/projects/$projectId/traces"
          params={{ projectId: tracesProject.id }}
          search={{ timeRangeKey: 'all' }}
        >
          Show traces of evaluations
        </ActionLink>
      ) : null}
      {can.write ? <ChangeItems rule={rule} {...actions} /> : null}
    </ActionsMenu>
  );
}

function ChangeItems(props: { rule: Rule } & RuleActions) {
  const { rule, onBackfill, onStopBackfill, onDelete } = props;
  return (
    <>
      <Menu.Divider />
      <ActionLink
        icon={Pencil}
        to="/projects/$projectId/evaluation/$ruleId/edit"
        params={{ projectId: rule.projectId, ruleId: rule.id }}
      >
        Edit
      </ActionLink>
      {rule.backfill?.isRunning ? (
        <ActionItem icon={CircleStop} onClick={() => onStopBackfill(rule)}>
          Stop evaluating past {TARGETS[rule.target].tab}
        </ActionItem>
      ) : (
        <ActionItem icon={History} onClick={() => onBackfill(rule)}>
          Evaluate past {TARGETS[rule.target].tab}…
        </ActionItem>
      )}
      <ActionItem icon={Trash2} onClick={() => onDelete(rule)}>
        Delete…
      </ActionItem>
    </>
  );
}
