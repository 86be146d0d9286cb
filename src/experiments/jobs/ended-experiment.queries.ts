import type { EntityManager } from 'typeorm';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { recordEvent } from '../../webhooks/webhook-events.contract.js';
import type { ExperimentJobRow } from './experiment-jobs.queries.js';

interface EndedExperiment extends Pick<ExperimentJobRow, 'status' | 'stopReason' | 'lastError'> {
  id: number;
  name: string;
  datasetId: number;
  datasetName: string;
  projectId: number | null;
}

const WAYS: Record<ExperimentJobRow['status'], string> = {
  RUNNING: 'is running',
  COMPLETED: 'is completed',
  STOPPED: 'was stopped',
  ERROR: 'has failed',
};

/** Records for webhooks that an experiment has ended, unless it was a trial that nobody keeps. */
export async function recordEnd(tx: EntityManager, jobId: number): Promise<void> {
  const [ended] = await tx.query<EndedExperiment[]>(
    `SELECT e.id, e.name, d.id AS "datasetId", d.name AS "datasetName",
            d.project_id AS "projectId", j.status,
            j.stop_reason AS "stopReason", j.last_error AS "lastError"
       FROM experiment_jobs j
       JOIN experiments e ON e.id = j.experiment_id
       JOIN datasets d ON d.id = e.dataset_id
      WHERE j.id = $1 AND NOT e.is_ephemeral`,
    [jobId],
  );
  if (!ended) return;
  const { id, name, datasetId, datasetName, projectId, status, stopReason, lastError } = ended;
  const experiment = { id: toGlobalId('Experiment', id), name };
  const dataset = { id: toGlobalId('Dataset', datasetId), name: datasetName };
  await recordEvent(tx, 'EXPERIMENT_ENDED', {
    projectId,
    type: 'experiment.ended',
    summary: `The experiment "${name}" on the dataset "${datasetName}" ${WAYS[status]}.`,
    path: `/datasets/${encodeURIComponent(dataset.id)}/experiments/${encodeURIComponent(experiment.id)}`,
    data: { experiment, dataset, status, stop_reason: stopReason, error: lastError },
  });
}
