import { getRouteApi } from '@tanstack/react-router';
import { FlaskConicalOff } from 'lucide-react';
import { useMemo } from 'react';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { useComparedExperiments } from '../api/compared-experiments.js';
import { MAX_COMPARED } from '../compare/add-experiment.js';
import { Comparison } from '../compare/comparison.js';
import { Page } from '../../../components/layout/page.js';
import { NotFoundPage } from '../../../components/layout/missing-page.js';

const route = getRouteApi('/datasets/$datasetId/compare');
const NONE: readonly string[] = [];

/** Experiments of one dataset side by side, example by example. */
export function ComparePage() {
  const { datasetId } = route.useParams();
  const { experimentId = NONE } = route.useSearch();
  const wanted = useMemo(() => experimentId.slice(0, MAX_COMPARED), [experimentId]);
  const compared = useComparedExperiments(datasetId, wanted);
  const { dataset, experiments, missing, error } = compared;
  useBreadcrumbs([
    { label: 'Datasets', link: { to: '/datasets' } },
    ...(dataset
      ? [
          {
            label: dataset.name,
            link: { to: '/datasets/$datasetId/experiments', params: { datasetId } } as const,
          },
        ]
      : []),
    { label: 'Compare' },
  ]);
  if (error && !dataset && !isNotFound(error)) {
    return <ErrorState isPage error={error} onRetry={compared.reload} />;
  }
  if (error || compared.isMissing) {
    return (
      <NotFoundPage
        icon={FlaskConicalOff}
        what="Dataset"
        instead={{ label: 'All experiments', link: { to: '/experiments' } }}
      />
    );
  }
  if (!dataset) return <Page isBusy />;
  return (
    <Comparison
      key={datasetId}
      datasetId={datasetId}
      experiments={experiments}
      missingCount={missing.length}
    />
  );
}
