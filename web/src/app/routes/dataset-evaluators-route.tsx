import { useDataset } from '../../features/datasets/components/dataset-context.js';
import { DatasetEvaluators } from '../../features/evaluators/routes/dataset-evaluators.js';

/** The evaluators of a dataset, below its name and tabs. */
export function DatasetEvaluatorsRoute() {
  const { id, name } = useDataset();
  return <DatasetEvaluators dataset={{ id, name }} />;
}
