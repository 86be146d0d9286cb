import { Skeleton } from '@mantine/core';
import { getRouteApi, Outlet, useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { DatabaseZap } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useBreadcrumbs } from '../../../components/layout/page-chrome.js';
import header from '../../../components/layout/page-header.module.css';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import { useChanges } from '../../../lib/data/use-changes.js';
import { ProjectOfPageProvider } from '../../../lib/viewer/project-of-page.js';
import { type DatasetFrame, DatasetFrameQuery, DatasetUpdatedQuery } from '../api/dataset-frame.js';
import { DatasetProvider } from '../components/dataset-context.js';
import { DatasetHeader } from '../components/dataset-header.js';
import { useDatasetDialogs } from '../components/use-dataset-dialogs.js';
import { readDatasetSearch } from '../search.js';
import { Page } from '../../../components/layout/page.js';
import { MissingPage } from '../../../components/layout/missing-page.js';
import { PageTabs, PageTabsSkeleton } from '../../../components/layout/page-tabs.js';

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
  return (
    <MissingPage
      icon={DatabaseZap}
      what="Dataset"
      above={ALL_DATASETS}
      instead={{ ...ALL_DATASETS, label: 'All datasets' }}
      error={error}
      isAnswered={data !== undefined}
      onRetry={refresh}
    >
      <DatasetSkeleton />
    </MissingPage>
  );
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

  const to = (tab: 'examples' | 'experiments' | 'evaluators' | 'versions') => ({
    to: `/datasets/$datasetId/${tab}` as const,
    params: { datasetId: id },
    search: { version },
  });

  return (
    <DatasetProvider value={scope}>
      <Page>
        <DatasetHeader dataset={dataset} version={version} actions={actions} />
        <PageTabs
          label="Dataset sections"
          tabs={[
            { ...to('examples'), label: 'Examples', count: dataset.exampleCount },
            { ...to('experiments'), label: 'Experiments', count: dataset.experimentCount },
            { ...to('evaluators'), label: 'Evaluators', count: dataset.evaluatorCount },
            { ...to('versions'), label: 'Versions', count: newest?.sequenceNumber ?? 0 },
          ]}
        />
        <Outlet />
      </Page>
      {dialogs}
    </DatasetProvider>
  );
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
      <PageTabsSkeleton labels={['Examples', 'Experiments', 'Evaluators', 'Versions']} />
    </Page>
  );
}
