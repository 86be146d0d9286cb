import { Button, NativeSelect, Skeleton } from '@mantine/core';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Database, SquarePen } from 'lucide-react';
import { useCallback } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import detail from '../../../components/layout/detail-page.module.css';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import header from '../../../components/layout/page-header.module.css';
import { PageSection } from '../../../components/layout/page-section.js';
import { listNodes } from '../../../lib/data/connections.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { type EvaluatorDetail, useStoredEvaluator } from '../api/evaluator.js';
import { AboutEvaluator } from '../components/about-evaluator.js';
import { CodeConfig } from '../components/code-config.js';
import { NotFound } from '../components/editor-frame.js';
import { EvaluatorActionsMenu } from '../components/evaluator-actions.js';
import { EvaluatorUses } from '../components/evaluator-uses.js';
import { JudgeConfig } from '../components/judge-config.js';
import { ExperimentHistory, RuleHistory } from '../components/score-history.js';
import { useEvaluatorDialogs } from '../components/use-evaluator-dialogs.js';
import { Page } from '../../../components/layout/page.js';

const route = getRouteApi('/evaluators/$evaluatorId');
const ALL_EVALUATORS = { label: 'Evaluators', link: { to: '/evaluators' } } as const;

/** An evaluator: how it judged, where it is used, and what it is. */
export function EvaluatorPage() {
  const { evaluatorId } = route.useParams();
  const { evaluator, error, isMissing, reload } = useStoredEvaluator(evaluatorId);
  useBreadcrumbs([ALL_EVALUATORS, { label: evaluator?.name ?? 'Evaluator' }]);
  if (evaluator) return <Evaluator key={evaluator.id} evaluator={evaluator} />;
  if (error && !isNotFound(error)) return <ErrorState isPage error={error} onRetry={reload} />;
  if (error ?? isMissing) return <NotFound what="Evaluator" />;
  return (
    <Page isBusy>
      <div className={header.header}>
        <div className={header.line}>
          <Skeleton width={220} height={16} />
        </div>
      </div>
    </Page>
  );
}

function Evaluator({ evaluator }: { evaluator: EvaluatorDetail }) {
  const { id, name, kind, description } = evaluator;
  const navigate = useNavigate();
  const { can } = useViewer();
  const leave = useCallback(() => void navigate({ to: '/evaluators' }), [navigate]);
  const { actions, dialogs } = useEvaluatorDialogs(leave);
  return (
    <Page>
      <div className={header.header}>
        <div className={header.texts}>
          <div className={header.line}>
            <h1 className={header.name} title={name} dir="auto">
              {name}
            </h1>
            <CopyButton value={name} label="name" />
          </div>
          {description ? (
            <p className={header.description} title={description} dir="auto">
              {description}
            </p>
          ) : null}
        </div>
        <div className={header.actions}>
          {can.write ? (
            <Button
              variant="default"
              leftSection={<Database size={15} aria-hidden />}
              onClick={() => actions.onAttach(evaluator)}
            >
              Add to dataset…
            </Button>
          ) : null}
          {can.write && kind !== 'BUILTIN' ? (
            <Button
              leftSection={<SquarePen size={15} aria-hidden />}
              renderRoot={(props) => (
                <Link {...props} to="/evaluators/$evaluatorId/edit" params={{ evaluatorId: id }} />
              )}
            >
              Edit
            </Button>
          ) : null}
          <EvaluatorActionsMenu evaluator={evaluator} actions={actions} />
        </div>
      </div>
      <div className={detail.scroller}>
        <div className={detail.page}>
          <div className={detail.main}>
            <History evaluator={evaluator} />
            <PageSection title="Used in">
              <EvaluatorUses
                datasets={listNodes(evaluator.datasetEvaluators)}
                rules={listNodes(evaluator.evaluationRules)}
              />
            </PageSection>
            <Config evaluator={evaluator} />
          </div>
          <aside className={detail.about} aria-label="About this evaluator">
            <AboutEvaluator evaluator={evaluator} />
          </aside>
        </div>
      </div>
      {dialogs}
    </Page>
  );
}

/** How it judged in one dataset or rule, which the user chooses. */
function History({ evaluator }: { evaluator: EvaluatorDetail }) {
  const { use } = route.useSearch();
  const navigate = route.useNavigate();
  const datasets = listNodes(evaluator.datasetEvaluators);
  const rules = listNodes(evaluator.evaluationRules);
  const options = [
    ...datasets.map(({ id, name, dataset }) => ({
      value: id,
      label: `${dataset.name}: ${name}`,
    })),
    ...rules.map(({ id, name, project }) => ({ value: id, label: `${project.name}: ${name}` })),
  ];
  if (options.length === 0) return null;
  const shown = options.find(({ value }) => value === use)?.value ?? options[0]!.value;
  const dataset = datasets.find(({ id }) => id === shown);
  const rule = rules.find(({ id }) => id === shown);
  return (
    <PageSection
      title="Score history"
      note={dataset ? 'by experiment' : 'by day'}
      actions={
        options.length > 1 ? (
          <NativeSelect
            aria-label="Scores in"
            value={shown}
            data={options}
            onChange={({ currentTarget: { value } }) =>
              void navigate({ search: (now) => ({ ...now, use: value }), replace: true })
            }
          />
        ) : null
      }
    >
      {dataset ? (
        <ExperimentHistory key={shown} useId={shown} datasetId={dataset.dataset.id} />
      ) : null}
      {rule ? <RuleHistory key={shown} rule={rule} /> : null}
    </PageSection>
  );
}

function Config({ evaluator }: { evaluator: EvaluatorDetail }) {
  const search = route.useSearch();
  if (evaluator.__typename === 'LLMEvaluator') {
    const { prompt, promptVersion } = evaluator;
    return <JudgeConfig promptId={prompt.id} currentId={promptVersion.id} search={search} />;
  }
  if (evaluator.__typename === 'CodeEvaluator') {
    const { id, language, currentVersion } = evaluator;
    return (
      <CodeConfig
        evaluatorId={id}
        language={language}
        currentId={currentVersion.id}
        search={search}
      />
    );
  }
  return null;
}
