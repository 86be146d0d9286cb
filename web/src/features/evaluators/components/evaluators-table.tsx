import { useNavigate } from '@tanstack/react-router';
import { Gavel } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { readSort } from '../../../components/data-table/columns.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import {
  type EvaluatorRow,
  type EvaluatorsOrder,
  useEvaluatorsList,
} from '../api/evaluators-list.js';
import { DEFAULT_EVALUATORS_SORT, type EvaluatorsSearch } from '../search.js';
import { AddEvaluatorMenu } from './add-evaluator-menu.js';
import { buildEvaluatorColumns } from './evaluator-columns.js';
import { EvaluatorRows } from './evaluator-rows.js';
import { useEvaluatorRemoval } from './use-evaluator-removal.js';

interface EvaluatorsTableProps {
  dataset: { id: string; name: string };
  search: EvaluatorsSearch;
  onSearchChange: (change: Partial<EvaluatorsSearch>) => void;
}

/** The evaluators of a dataset. Explains what an evaluator is if there is none. */
export function EvaluatorsTable({ dataset, search, onSearchChange }: EvaluatorsTableProps) {
  const { id: datasetId, name: datasetName } = dataset;
  const { q = '', sort = DEFAULT_EVALUATORS_SORT } = search;
  const { canOnServer } = useViewer();
  const navigate = useNavigate();
  const order = useMemo(() => readSort(sort) as EvaluatorsOrder, [sort]);
  const list = useEvaluatorsList(datasetId, q, order);
  const { rows, reread } = list;
  const { ask: askRemoval, dialog } = useEvaluatorRemoval(datasetName, reread);

  const columns = useMemo(
    () => buildEvaluatorColumns({ datasetId, onRemove: askRemoval }),
    [datasetId, askRemoval],
  );
  const open = useCallback(
    ({ id }: EvaluatorRow) =>
      void navigate({
        to: '/datasets/$datasetId/evaluators/$evaluatorId',
        params: { datasetId, evaluatorId: id },
      }),
    [navigate, datasetId],
  );

  if (list.status === 'ready' && rows.length === 0 && q === '') {
    return (
      <>
        <NoEvaluators datasetId={datasetId} />
        {dialog}
      </>
    );
  }
  return (
    <>
      <EvaluatorRows
        layoutKey="dataset.evaluators"
        list={list}
        columns={columns}
        search={search}
        onSearchChange={onSearchChange}
        onOpen={open}
        addButton={canOnServer.write ? <AddEvaluatorMenu datasetId={datasetId} /> : null}
      />
      {dialog}
    </>
  );
}

function NoEvaluators({ datasetId }: { datasetId: string }) {
  const { canOnServer, isPending } = useViewer();
  if (isPending) return null;
  return (
    <EmptyState
      icon={Gavel}
      title="No evaluators yet"
      action={canOnServer.write ? <AddEvaluatorMenu datasetId={datasetId} /> : undefined}
    >
      An evaluator judges the outputs of experiments: it gives each one a label, a score or both,
      and says why. When the server runs an experiment on this dataset, all of its evaluators judge
      every run.
      {canOnServer.write ? '' : ' Members and administrators can add evaluators.'}
    </EmptyState>
  );
}
