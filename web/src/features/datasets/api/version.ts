import { useEffect } from 'react';
import { useVersionsList, type VersionRow } from './versions-list.js';

/** Finds a version of a dataset by its ID. */
export function useVersion(
  datasetId: string,
  versionId: string,
): { version: VersionRow | undefined; isMissing: boolean } {
  const list = useVersionsList(datasetId);
  const version = list.rows.find(({ id }) => id === versionId);
  const { hasNextPage, loadMore } = list;
  const isSought = version === undefined && hasNextPage;
  useEffect(() => {
    if (isSought) loadMore();
  }, [isSought, loadMore]);
  return { version, isMissing: list.status === 'ready' && !version && !hasNextPage };
}
