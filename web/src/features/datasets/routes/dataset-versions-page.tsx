import { useNavigate } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useDatasetVersionsList, type DatasetVersionRow } from '../api/versions-list.js';
import { useDataset } from '../components/dataset-context.js';
import { buildVersionColumns } from '../components/version-columns.js';
import { ListTable } from '../../../components/layout/list-page.js';

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
  const layout = useColumnLayout('dataset.versions', columns);
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
    <ListTable
      label="Versions"
      layout={layout}
      list={list}
      noun="version"
      isBelowTabs
      onOpen={open}
      empty={
        <EmptyState icon={History} title="No versions yet">
          Adding the first example creates the first version. Every later change creates another.
        </EmptyState>
      }
    />
  );
}
