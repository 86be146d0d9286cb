import { createContext, useContext } from 'react';

/** What the tabs of a dataset share. */
export interface DatasetScope {
  id: string;
  name: string;
  /** Id of the newest version; undefined while there is none. */
  newestVersion: string | undefined;
  /** Asks for the frame again, after something was changed here. */
  refresh: () => void;
}

const DatasetContext = createContext<DatasetScope | undefined>(undefined);

export const DatasetProvider = DatasetContext.Provider;

/** The dataset whose page this is. */
export function useDataset(): DatasetScope {
  const dataset = useContext(DatasetContext);
  if (!dataset) throw new Error('useDataset needs the page of a dataset above it');
  return dataset;
}
