import { useParams } from '@tanstack/react-router';
import page from '../../components/list-page.module.css';
import { DatasetExperiments } from '../../features/experiments/routes/dataset-experiments.js';

/** TEMPORARY until the dataset page is there. */
export function DatasetExperimentsRoute() {
  const { datasetId = '' } = useParams({ strict: false });
  return (
    <div className={page.page}>
      <DatasetExperiments dataset={{ id: datasetId, name: 'dataset' }} />
    </div>
  );
}
