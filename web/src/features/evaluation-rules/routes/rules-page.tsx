import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Gavel, Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { useRuleScores } from '../api/rule-scores.js';
import { type Rule, useRules } from '../api/rules.js';
import { buildRuleColumns } from '../components/rule-columns.js';
import { useRuleActions } from '../components/use-rule-actions.js';
import { ListPage, toList } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';

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
  const layout = useColumnLayout('project.evaluation', columns);
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
    <ListPage
      toolbar={
        rules?.length ? (
          <Toolbar
            hint={
              <>
                Rules evaluate a sample of new data shortly after it arrives. Each evaluation
                becomes an annotation. Figures are for today, in UTC.
              </>
            }
            actions={newButton}
          />
        ) : null
      }
      label="Evaluation rules"
      layout={layout}
      list={toList(rules, error, reload)}
      noun="rule"
      onOpen={open}
      empty={
        <EmptyState icon={Gavel} title="No evaluation rules yet" action={newButton}>
          A rule evaluates live data: an evaluator judges a sample of the new spans, traces or
          sessions that meet a condition. Each evaluation becomes an annotation with a label, a
          score or both, which you see in lists, filters and charts.{' '}
          {can.write
            ? 'Try a rule on recent data before you create it.'
            : 'A member can create one.'}
        </EmptyState>
      }
    >
      {dialogs}
    </ListPage>
  );
}
