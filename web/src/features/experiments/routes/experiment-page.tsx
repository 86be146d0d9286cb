import { getRouteApi, Outlet, useNavigate, useParams } from '@tanstack/react-router';
import { FlaskConicalOff } from 'lucide-react';
import { useCallback, useState } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { useChanges } from '../../../lib/data/use-changes.js';
import {
  type ExperimentDetail,
  ExperimentProgressQuery,
  useExperiment,
} from '../api/experiment.js';
import { EditExperimentDialog } from '../components/edit-experiment-dialog.js';
import { ExperimentFigures } from '../components/experiment-figures.js';
import { ExperimentHeader } from '../components/experiment-header.js';
import { JobPanel } from '../components/job-panel.js';
import { RunsTable } from '../components/runs-table.js';
import { useBaseline } from '../components/use-baseline.js';
import { useExperimentDeletion } from '../components/use-experiment-deletion.js';
import { Page } from '../../../components/layout/page.js';
import { NotFoundPage } from '../../../components/layout/missing-page.js';

const route = getRouteApi('/datasets/$datasetId/experiments/$experimentId');

/** One experiment: its origin, its figures and all its runs. */
export function ExperimentPage() {
  const { datasetId, experimentId } = route.useParams();
  const { experiment, isMissing, error, reload } = useExperiment(experimentId);
  if (experiment) {
    return (
      <ProjectOfPageProvider value={experiment.dataset.project}>
        <ExperimentView key={experiment.id} experiment={experiment} onChanged={reload} />
      </ProjectOfPageProvider>
    );
  }
  if (error && !isNotFound(error)) return <UnreadExperiment error={error} onRetry={reload} />;
  return isMissing || error ? <NoSuchExperiment datasetId={datasetId} /> : <Skeleton />;
}

interface ExperimentViewProps {
  experiment: ExperimentDetail;
  onChanged: () => void;
}

function ExperimentView({ experiment, onChanged }: ExperimentViewProps) {
  const { id, name, dataset } = experiment;
  const navigate = useNavigate();
  const { runId } = useParams({ strict: false });
  const [isEditing, setIsEditing] = useState(false);
  const [version, setVersion] = useState(0);
  useBreadcrumbs(
    [
      { label: 'Datasets', link: { to: '/datasets' } },
      {
        label: dataset.name,
        link: { to: '/datasets/$datasetId/experiments', params: { datasetId: dataset.id } },
      },
      { label: `#${experiment.sequenceNumber} ${name}` },
    ],
    runId ? 'Run' : undefined,
  );

  const onProgress = useCallback(() => {
    onChanged();
    setVersion((count) => count + 1);
  }, [onChanged]);
  const progress = useChanges(ExperimentProgressQuery, { id }, true, onProgress);
  const job = progress?.node.__typename === 'Experiment' ? progress.node.job : null;

  const setBaseline = useBaseline(onChanged);
  const leave = useCallback(
    () =>
      void navigate({
        to: '/datasets/$datasetId/experiments',
        params: { datasetId: dataset.id },
      }),
    [navigate, dataset.id],
  );
  const { ask: askDeletion, dialog: deletionDialog } = useExperimentDeletion(leave);

  return (
    <Page>
      <ExperimentHeader
        experiment={experiment}
        baselineId={dataset.baselineExperiment?.id}
        actions={{
          onEdit: () => setIsEditing(true),
          onBaseline: (one) => void setBaseline(one),
          onDelete: askDeletion,
        }}
      />
      {job ? <JobPanel experimentId={id} job={job} /> : null}
      <ExperimentFigures experiment={experiment} />
      <RunsTable experiment={experiment} version={version}>
        <Outlet />
      </RunsTable>
      <EditExperimentDialog
        experimentId={isEditing ? experiment.id : undefined}
        onClose={() => setIsEditing(false)}
        onSaved={onChanged}
      />
      {deletionDialog}
    </Page>
  );
}

/** The frame of the page while the experiment loads. */
function Skeleton() {
  useBreadcrumbs([{ label: 'Experiment' }]);
  return <Page isBusy />;
}

function UnreadExperiment(props: { error: RequestError; onRetry: () => void }) {
  useBreadcrumbs([{ label: 'Experiment' }]);
  return <ErrorState isPage {...props} />;
}

function NoSuchExperiment({ datasetId }: { datasetId: string }) {
  useBreadcrumbs([{ label: 'Not found' }]);
  return (
    <NotFoundPage
      icon={FlaskConicalOff}
      what="Experiment"
      instead={{
        label: 'Experiments in this dataset',
        link: { to: '/datasets/$datasetId/experiments', params: { datasetId } },
      }}
    />
  );
}
