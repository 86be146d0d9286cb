import { useDataset } from '../../features/datasets/components/dataset-context.js';
import { DatasetExperiments } from '../../features/experiments/routes/dataset-experiments.js';

/** The experiments of a dataset, below its name and tabs. */
export function DatasetExperimentsRoute() {
  const { id, name } = useDataset();
  return <DatasetExperiments dataset={{ id, name }} />;
}
