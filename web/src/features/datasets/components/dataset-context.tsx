import { createContext, useContext } from 'react';

/** The state that the tabs of a dataset share. */
export interface DatasetScope {
  id: string;
  name: string;
  /** The ID of the newest version; undefined if there is none. */
  newestVersion: string | undefined;
  /** Reloads the dataset after a change made on this page. */
  refresh: () => void;
}

const DatasetContext = createContext<DatasetScope | undefined>(undefined);

export const DatasetProvider = DatasetContext.Provider;

/** Returns the dataset of this page. */
export function useDataset(): DatasetScope {
  const dataset = useContext(DatasetContext);
  if (!dataset) throw new Error('useDataset must be used inside DatasetContext');
  return dataset;
}
