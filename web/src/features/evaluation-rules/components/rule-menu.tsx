import { ActionIcon, Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CircleStop, Ellipsis, History, ListFilter, ListTree, Pencil, Trash2 } from 'lucide-react';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { Rule } from '../api/rules.js';
import { getAnnotatedFilter, TARGETS } from '../rule-texts.js';

/** What is done with a rule outside of its menu. */
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
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<ListFilter size={14} aria-hidden />}
          renderRoot={(props) => (
            <Link
              {...props}
              to={list}
              params={{ projectId }}
              search={{ timeRangeKey: 'all', filter: getAnnotatedFilter(rule) }}
            />
          )}
        >
          Show evaluated {tab}
        </Menu.Item>
        {tracesProject ? (
          <Menu.Item
            leftSection={<ListTree size={14} aria-hidden />}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/projects/$projectId/traces"
                params={{ projectId: tracesProject.id }}
                search={{ timeRangeKey: 'all' }}
              />
            )}
          >
            Show traces of evaluations
          </Menu.Item>
        ) : null}
        {can.write ? <ChangeItems rule={rule} {...actions} /> : null}
      </Menu.Dropdown>
    </Menu>
  );
}

function ChangeItems(props: { rule: Rule } & RuleActions) {
  const { rule, onBackfill, onStopBackfill, onDelete } = props;
  return (
    <>
      <Menu.Divider />
      <Menu.Item
        leftSection={<Pencil size={14} aria-hidden />}
        renderRoot={(item) => (
          <Link
            {...item}
            to="/projects/$projectId/evaluation/$ruleId/edit"
            params={{ projectId: rule.projectId, ruleId: rule.id }}
          />
        )}
      >
        Edit
      </Menu.Item>
      {rule.backfill?.isRunning ? (
        <Menu.Item
          leftSection={<CircleStop size={14} aria-hidden />}
          onClick={() => onStopBackfill(rule)}
        >
          Stop evaluating past {TARGETS[rule.target].tab}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<History size={14} aria-hidden />} onClick={() => onBackfill(rule)}>
          Evaluate past {TARGETS[rule.target].tab}…
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Trash2 size={14} aria-hidden />} onClick={() => onDelete(rule)}>
        Delete…
      </Menu.Item>
    </>
  );
}
