import { useNavigate } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { DataTable } from '../../../components/data-table/data-table.js';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import page from '../../../components/layout/list-page.module.css';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useDatasetVersionsList, type DatasetVersionRow } from '../api/versions-list.js';
import { useDataset } from '../components/dataset-context.js';
import { buildVersionColumns } from '../components/version-columns.js';
import classes from './dataset-versions-page.module.css';

/** The versions of a dataset, newest first. */
export function DatasetVersionsPage() {
  const { id, newestVersion } = useDataset();
  const navigate = useNavigate();
  const list = useDatasetVersionsList(id);
  const { refresh } = list;
  // New versions appear at the top; existing ones never change.
  const known = useRef(newestVersion);
  useEffect(() => {
    if (known.current !== newestVersion) refresh(false);
    known.current = newestVersion;
  }, [newestVersion, refresh]);

  const columns = useMemo(() => buildVersionColumns(id, newestVersion), [id, newestVersion]);
  const layout = useColumnLayout('dataset.versions', columns, undefined, ignoreColumns);
  const open = useCallback(
    (row: DatasetVersionRow) =>
      void navigate({
        to: '/datasets/$datasetId/examples',
        params: { datasetId: id },
        search: row.id === newestVersion ? {} : { version: row.id },
      }),
    [navigate, id, newestVersion],
  );
  return (
    <div className={`${page.list} ${classes.list}`}>
      {list.status === 'error' ? (
        <ErrorState error={list.error} onRetry={list.reload} />
      ) : (
        <DataTable
          label="Versions"
          layout={layout}
          rows={list.rows}
          onOpen={open}
          isLoading={list.status === 'loading'}
          isLoadingMore={list.isLoadingMore}
          onEndReached={list.loadMore}
          empty={
            <EmptyState icon={History} title="No versions yet">
              Adding the first example creates the first version. Every later change creates
              another.
            </EmptyState>
          }
        />
      )}
      {list.rows.length > 0 ? (
        <div className={page.foot}>
          {formatPlural(list.rows.length, 'version')}
          {list.hasNextPage ? ' loaded, scroll for more' : ''}
        </div>
      ) : null}
    </div>
  );
}

/** The list has few columns and no column chooser, so the URL need not hold them. */
function ignoreColumns(): void {
  return undefined;
}
