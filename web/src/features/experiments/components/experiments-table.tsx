import { useNavigate } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useColumnLayout } from '../../../components/data-table/use-column-layout.js';
import { FilterField } from '../../../components/filters/filter-field.js';
import { useRowSelection } from '../../../components/data-table/row-selection.js';
import { type ExperimentRow, useExperimentsList } from '../api/experiments-list.js';
import { useDatasetScores } from '../api/dataset-scores.js';
import { listScoreNames, collectScoreRanges } from '../scores.js';
import type { ExperimentsSearch } from '../search.js';
import { EditExperimentDialog } from './edit-experiment-dialog.js';
import { buildExperimentColumns } from './experiment-columns.js';
import type { ExperimentInMenu } from './experiment-menu.js';
import { ExperimentsSelection } from './experiments-selection.js';
import { HowToRun } from './how-to-run.js';
import { useBaseline } from './use-baseline.js';
import { useExperimentDeletion } from './use-experiment-deletion.js';
import { useLiveExperiments } from './use-live-experiments.js';
import { ListPage, countRows } from '../../../components/layout/list-page.js';
import { Toolbar } from '../../../components/layout/page.js';
import { NoMatches } from '../../../components/feedback/empty-state.js';

interface ExperimentsTableProps {
  /** Absent for the experiments of all datasets. */
  dataset?: { id: string; name: string } | undefined;
  search: ExperimentsSearch;
  onSearchChange: (change: Partial<ExperimentsSearch>) => void;
}

/**
 * Experiments with their figures and scores, newest first. Explains how to run one if there is
 * none.
 */
export function ExperimentsTable({ dataset, search, onSearchChange }: ExperimentsTableProps) {
  const datasetId = dataset?.id;
  const { q = '' } = search;
  const [edited, setEdited] = useState<ExperimentInMenu>();
  const [withMetadata, setWithMetadata] = useState(false);
  const list = useExperimentsList(datasetId, q, withMetadata);
  const { rows, reread, reload } = list;
  const scores = useDatasetScores(datasetId);
  const { reload: reloadScores } = scores;
  const onChange = useCallback(() => {
    reread();
    reloadScores();
  }, [reread, reloadScores]);
  useLiveExperiments(datasetId, rows, onChange);

  const order = useMemo(() => rows.map(({ id }) => id), [rows]);
  const selection = useRowSelection(order);
  const { clear } = selection;
  const chosen = rows.filter((row) => selection.selected.has(row.id));

  const setBaseline = useBaseline(onChange);
  const onDeleted = useCallback(() => {
    clear();
    reload();
  }, [clear, reload]);
  const { ask: askDeletion, dialog: deletionDialog } = useExperimentDeletion(onDeleted);

  const { ranges, names } = useShownScores(scores, rows);
  const columns = useMemo(
    () =>
      buildExperimentColumns({
        datasetId,
        scores: names,
        ranges,
        selection,
        actions: {
          onEdit: setEdited,
          onBaseline: (experiment) => void setBaseline(experiment),
          onDelete: askDeletion,
        },
      }),
    [datasetId, names, ranges, selection, setBaseline, askDeletion],
  );
  const layout = useColumnLayout(
    `experiments.${datasetId ?? 'all'}`,
    columns,
    search.columns,
    onSearchChange,
  );
  // Metadata can be large, so it is loaded only if shown.
  const showsMetadata = layout.shown.includes('metadata');
  if (showsMetadata !== withMetadata) setWithMetadata(showsMetadata);

  const open = useOpenExperiment();

  if (list.status === 'ready' && rows.length === 0 && q === '') {
    return <HowToRun datasetName={dataset?.name} heading="h2" />;
  }
  return (
    <ListPage
      toolbar={
        <Toolbar layout={layout}>
          <FindField q={q} onChange={onSearchChange} />
        </Toolbar>
      }
      label="Experiments"
      layout={layout}
      list={list}
      foot={list.status === 'ready' ? countRows(list, 'experiment') : undefined}
      onOpen={open}
      empty={
        <NoMatches
          icon={FlaskConical}
          nouns="experiments"
          onClear={() => onSearchChange({ q: undefined })}
        >
          No name or description contains “{q}”.
        </NoMatches>
      }
      selectionBar={
        chosen.length > 0 ? (
          <ExperimentsSelection
            chosen={chosen}
            onClear={clear}
            onBaseline={(experiment) => void setBaseline(experiment)}
            onDelete={askDeletion}
          />
        ) : null
      }
    >
      <EditExperimentDialog
        experimentId={edited?.id}
        onClose={() => setEdited(undefined)}
        onSaved={onChange}
      />
      {deletionDialog}
    </ListPage>
  );
}

interface FindFieldProps {
  q: string;
  onChange: (change: Partial<ExperimentsSearch>) => void;
}

function FindField({ q, onChange }: FindFieldProps) {
  return (
    <FilterField
      label="Find experiments by name or description"
      placeholder="Name or description"
      value={q}
      isNarrow
      onApply={(text) => onChange({ q: text === '' ? undefined : text })}
    />
  );
}

/** Returns the scores to show: of the whole dataset, or of the rows until those are known. */
function useShownScores(
  scores: Pick<ReturnType<typeof useDatasetScores>, 'ranges' | 'names'>,
  rows: readonly ExperimentRow[],
) {
  return useMemo(
    () => ({
      ranges: scores.ranges ?? collectScoreRanges(rows),
      names: scores.names ?? listScoreNames(rows),
    }),
    [scores.ranges, scores.names, rows],
  );
}

function useOpenExperiment() {
  const navigate = useNavigate();
  return useCallback(
    (row: ExperimentRow) =>
      void navigate({
        to: '/datasets/$datasetId/experiments/$experimentId',
        params: { datasetId: row.dataset.id, experimentId: row.id },
      }),
    [navigate],
  );
}
