import { Button, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Columns2, Flag, FlagOff, Trash2 } from 'lucide-react';
import { SelectionBar } from '../../../components/data-table/selection-bar.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import { useViewer } from '../../../lib/session/viewer.js';
import type { ExperimentRow } from '../api/experiments-list.js';

interface ExperimentsSelectionProps {
  chosen: readonly ExperimentRow[];
  onClear: () => void;
  onBaseline: (experiment: ExperimentRow) => void;
  onDelete: (experiments: readonly ExperimentRow[]) => void;
}

/** What can be done with the experiments selected. */
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
          {single.isBaseline ? 'No longer the baseline' : 'Make it the baseline'}
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
  const refusal = whyNot(chosen);
  const icon = <Columns2 size={15} aria-hidden />;
  const [first] = chosen;
  if (refusal !== undefined || !first) {
    return (
      <Tooltip label={refusal}>
        <Button leftSection={icon} data-disabled aria-disabled onClick={stay}>
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
          search={{ experimentId: oldestFirst(chosen) }}
        />
      )}
    >
      Compare
    </Button>
  );
}

function stay(): void {
  return undefined;
}

function whyNot(chosen: readonly ExperimentRow[]): string | undefined {
  if (chosen.length < 2) return 'Select a second one to compare it with';
  if (new Set(chosen.map(({ dataset }) => dataset.id)).size > 1) {
    return 'Only experiments of one dataset can be compared';
  }
  return undefined;
}

/** The oldest is what the others are measured by. */
function oldestFirst(chosen: readonly ExperimentRow[]): string[] {
  return chosen.toSorted((a, b) => a.sequenceNumber - b.sequenceNumber).map(({ id }) => id);
}
