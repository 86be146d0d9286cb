import { Button, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Columns2, Flag, FlagOff, Trash2 } from 'lucide-react';
import { SelectionBar } from '../../../components/data-table/selection-bar.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import type { ExperimentRow } from '../api/experiments-list.js';

interface ExperimentsSelectionProps {
  chosen: readonly ExperimentRow[];
  onClear: () => void;
  onBaseline: (experiment: ExperimentRow) => void;
  onDelete: (experiments: readonly ExperimentRow[]) => void;
}

/** The actions for the selected experiments. */
export function ExperimentsSelection(props: ExperimentsSelectionProps) {
  const { chosen, onClear, onBaseline, onDelete } = props;
  const { can } = useViewer();
  const [only, ...others] = chosen;
  const single = others.length === 0 ? only : undefined;
  return (
    <SelectionBar text={`${formatPlural(chosen.length, 'experiment')} selected`} onClear={onClear}>
      <CompareButton chosen={chosen} />
      {can.write && single ? (
        <Button
          variant="default"
          leftSection={
            single.isBaseline ? <FlagOff size={15} aria-hidden /> : <Flag size={15} aria-hidden />
          }
          onClick={() => onBaseline(single)}
        >
          {single.isBaseline ? 'Remove as baseline' : 'Set as baseline'}
        </Button>
      ) : null}
      {can.write ? (
        <Button
          variant="default"
          leftSection={<Trash2 size={15} aria-hidden />}
          onClick={() => onDelete(chosen)}
        >
          Delete…
        </Button>
      ) : null}
    </SelectionBar>
  );
}

function CompareButton({ chosen }: { chosen: readonly ExperimentRow[] }) {
  const refusal = explainDisabled(chosen);
  const icon = <Columns2 size={15} aria-hidden />;
  const [first] = chosen;
  if (refusal !== undefined || !first) {
    return (
      <Tooltip label={refusal}>
        <Button leftSection={icon} data-disabled aria-disabled onClick={doNothing}>
          Compare
        </Button>
      </Tooltip>
    );
  }
  return (
    <Button
      leftSection={icon}
      renderRoot={(props) => (
        <Link
          {...props}
          to="/datasets/$datasetId/compare"
          params={{ datasetId: first.dataset.id }}
          search={{ experimentId: sortOldestFirst(chosen) }}
        />
      )}
    >
      Compare
    </Button>
  );
}

function doNothing(): void {
  return undefined;
}

function explainDisabled(chosen: readonly ExperimentRow[]): string | undefined {
  if (chosen.length < 2) return 'Select a second experiment to compare';
  if (new Set(chosen.map(({ dataset }) => dataset.id)).size > 1) {
    return 'Only experiments of the same dataset can be compared';
  }
  return undefined;
}

/** Sorts the oldest first, because it becomes the base experiment. */
function sortOldestFirst(chosen: readonly ExperimentRow[]): string[] {
  return chosen.toSorted((a, b) => a.sequenceNumber - b.sequenceNumber).map(({ id }) => id);
}
