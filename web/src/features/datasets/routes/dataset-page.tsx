import { Button, Skeleton } from '@mantine/core';
import {
  getRouteApi,
  Link,
  Outlet,
  useLocation,
  useNavigate,
  useParams,
} from '@tanstack/react-router';
import { DatabaseZap } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import tabs from '../../../components/layout/page-tabs.module.css';
import header from '../../../components/layout/page-header.module.css';
import { showWhenActive } from '../../../lib/browser/show-when-active.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { formatCount } from '../../../lib/format/numbers.js';
import { useChanges } from '../../../lib/data/use-changes.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { type DatasetFrame, DatasetFrameQuery, DatasetUpdatedQuery } from '../api/dataset-frame.js';
import { DatasetProvider } from '../components/dataset-context.js';
import { DatasetHeader } from '../components/dataset-header.js';
import { useDatasetDialogs } from '../components/use-dataset-dialogs.js';
import { readDatasetSearch } from '../search.js';
import { Page } from '../../../components/layout/page.js';

const route = getRouteApi('/datasets/$datasetId');
const ALL_DATASETS = { label: 'Datasets', link: { to: '/datasets' } } as const;

/** A dataset: its name and the selected tab. */
export function DatasetPage() {
  const { datasetId } = route.useParams();
  const { data, error, reload: refresh } = useGraphqlQuery(DatasetFrameQuery, { id: datasetId });
  const node = data?.node;
  if (node?.__typename === 'Dataset') {
    return (
      <ProjectOfPageProvider value={node.project}>
        <DatasetFrameView key={node.id} dataset={node} refresh={refresh} />
      </ProjectOfPageProvider>
    );
  }
  if (error && !isNotFound(error)) return <UnreadDataset error={error} onRetry={refresh} />;
  return (data ?? error) ? <NoSuchDataset /> : <DatasetSkeleton />;
}

function DatasetFrameView({ dataset, refresh }: { dataset: DatasetFrame; refresh: () => void }) {
  const { id, name } = dataset;
  const { version } = readDatasetSearch(route.useSearch());
  const navigate = useNavigate();
  useChanges(DatasetUpdatedQuery, { id }, true, refresh);
  const newest = dataset.versions.edges[0]?.node;
  const newestVersion = newest?.id;
  const scope = useMemo(
    () => ({ id, name, newestVersion, refresh }),
    [id, name, newestVersion, refresh],
  );
  const leave = useCallback(() => void navigate({ to: '/datasets' }), [navigate]);
  const { actions, dialogs } = useDatasetDialogs(refresh, leave);
  useBreadcrumbs([ALL_DATASETS, { label: name }], useTitle());

  return (
    <DatasetProvider value={scope}>
      <Page>
        <DatasetHeader dataset={dataset} version={version} actions={actions} />
        <nav className={tabs.tabs} aria-label="Dataset sections">
          <Link
            to="/datasets/$datasetId/examples"
            params={{ datasetId: id }}
            search={{ version }}
            className={tabs.tab}
            ref={showWhenActive}
          >
            Examples <Count value={dataset.exampleCount} />
          </Link>
          <Link
            to="/datasets/$datasetId/experiments"
            params={{ datasetId: id }}
            search={{ version }}
            className={tabs.tab}
            ref={showWhenActive}
          >
            Experiments <Count value={dataset.experimentCount} />
          </Link>
          <Link
            to="/datasets/$datasetId/evaluators"
            params={{ datasetId: id }}
            search={{ version }}
            className={tabs.tab}
            ref={showWhenActive}
          >
            Evaluators <Count value={dataset.evaluatorCount} />
          </Link>
          <Link
            to="/datasets/$datasetId/versions"
            params={{ datasetId: id }}
            search={{ version }}
            className={tabs.tab}
            ref={showWhenActive}
          >
            Versions <Count value={newest?.sequenceNumber ?? 0} />
          </Link>
        </nav>
        <Outlet />
      </Page>
      {dialogs}
    </DatasetProvider>
  );
}

function Count({ value }: { value: number }) {
  return <span className={`${tabs.count} numeric`}>{formatCount(value)}</span>;
}

/** Sets the page title to the open example or tab. */
function useTitle(): string {
  const { exampleId } = useParams({ strict: false });
  const { pathname } = useLocation();
  if (exampleId) return 'Example';
  if (pathname.endsWith('/experiments')) return 'Experiments';
  if (pathname.endsWith('/evaluators')) return 'Evaluators';
  return pathname.endsWith('/versions') ? 'Versions' : 'Examples';
}

/** The frame of the page while the dataset loads. */
function DatasetSkeleton() {
  return (
    <Page isBusy>
      <div className={header.header}>
        <div className={header.line}>
          <Skeleton width={220} height={16} />
        </div>
      </div>
      <div className={tabs.tabs}>
        {['Examples', 'Experiments', 'Evaluators', 'Versions'].map((label) => (
          <span key={label} className={tabs.tab}>
            {label}
          </span>
        ))}
      </div>
    </Page>
  );
}

function UnreadDataset(props: { error: RequestError; onRetry: () => void }) {
  useBreadcrumbs([ALL_DATASETS]);
  return <ErrorState isPage {...props} />;
}

function NoSuchDataset() {
  const navigate = useNavigate();
  useBreadcrumbs([ALL_DATASETS, { label: 'Not found' }]);
  return (
    <EmptyState
      isPage
      icon={DatabaseZap}
      title="Dataset not found"
      action={
        <Button variant="default" onClick={() => void navigate({ to: '/datasets' })}>
          All datasets
        </Button>
      }
    >
      It may have been deleted, or the link is incomplete.
    </EmptyState>
  );
}
