import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Gavel, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import page from '../../../components/layout/list-page.module.css';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { useRuleScores } from '../api/rule-scores.js';
import { type Rule, useRules } from '../api/rules.js';
import { buildRuleColumns } from '../components/rule-columns.js';
import { useRuleActions } from '../components/use-rule-actions.js';
import classes from './rules-page.module.css';

const route = getRouteApi('/projects/$projectId/evaluation');
const NONE: readonly Rule[] = [];

/** The rules that evaluate what arrives in a project. */
export function RulesPage() {
  const { projectId } = route.useParams();
  const navigate = route.useNavigate();
  const { can } = useViewer();
  const { rules, error, reload } = useRules(projectId);
  const findScore = useRuleScores(projectId, rules ?? NONE);
  const { actions, dialogs } = useRuleActions();
  const columns = useMemo(() => buildRuleColumns(actions, findScore), [actions, findScore]);
  const layout = useColumnLayout('project.evaluation', columns, undefined, ignoreColumns);
  const open = useCallback(
    ({ id }: Rule) =>
      void navigate({
        to: '/projects/$projectId/evaluation/$ruleId',
        params: { projectId, ruleId: id },
      }),
    [navigate, projectId],
  );
  const newButton = can.write ? (
    <Button
      leftSection={<Plus size={15} aria-hidden />}
      renderRoot={(props) => (
        <Link to="/projects/$projectId/evaluation/new" params={{ projectId }} {...props} />
      )}
    >
      New rule
    </Button>
  ) : null;

  return (
    <>
      {rules && rules.length > 0 ? (
        <div className={page.toolbar}>
          <p className={classes.hint}>
            Rules evaluate a sample of what arrives, a moment later. Each evaluation is an
            annotation. Figures are of today, in UTC.
          </p>
          {newButton}
        </div>
      ) : null}
      <div className={page.list}>
        {error ? (
          <ErrorState error={error} onRetry={reload} />
        ) : (
          <DataTable
            label="Evaluation rules"
            layout={layout}
            rows={rules ?? NONE}
            onOpen={open}
            isLoading={rules === undefined}
            empty={
              <EmptyState icon={Gavel} title="No evaluation rules yet" action={newButton}>
                A rule evaluates live data: of the spans, traces or sessions that meet a condition,
                an evaluator judges a sample as they arrive. Each evaluation is an annotation with a
                label, a score or both, so lists, filters and charts show how your application does.{' '}
                {can.write
                  ? 'Try a rule on recent data before you create it.'
                  : 'A member can create one.'}
              </EmptyState>
            }
          />
        )}
        {rules && rules.length > 0 ? (
          <div className={page.foot}>{formatPlural(rules.length, 'rule')}</div>
        ) : null}
      </div>
      {dialogs}
    </>
  );
}

/** The list has few columns and no column chooser, so the URL need not hold them. */
function ignoreColumns(): void {
  return undefined;
}
