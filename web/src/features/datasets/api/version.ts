import { useEffect } from 'react';
import { useDatasetVersionsList, type DatasetVersionRow } from './versions-list.js';

/** Finds a version of a dataset by its ID. */
export function useDatasetVersion(
  datasetId: string,
  versionId: string,
): { version: DatasetVersionRow | undefined; isMissing: boolean } {
  const list = useDatasetVersionsList(datasetId);
  const version = list.rows.find(({ id }) => id === versionId);
  const { hasNextPage, loadMore } = list;
  const isSought = version === undefined && hasNextPage;
  useEffect(() => {
    if (isSought) loadMore();
  }, [isSought, loadMore]);
  return { version, isMissing: list.status === 'ready' && !version && !hasNextPage };
}
