import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChevronDown, Crown, ExternalLink, X } from 'lucide-react';
import type { ComparedExperiment } from '../api/compared-experiments.js';
import classes from './compared-chips.module.css';
import { ExperimentMark } from './experiment-mark.js';
import { getSeriesColor } from '../../../lib/theme/palette.js';

interface ComparedChipsProps {
  experiments: readonly ComparedExperiment[];
  onBase: (id: string) => void;
  onRemove: (id: string) => void;
}

/** The compared experiments with their colors, the base experiment first. */
export function ComparedChips({ experiments, onBase, onRemove }: ComparedChipsProps) {
  return (
    <ul className={classes.chips} aria-label="Compared experiments">
      {experiments.map((experiment, index) => (
        <li
          key={experiment.id}
          className={classes.chip}
          style={{ borderColor: getSeriesColor(index) }}
        >
          <ExperimentMark index={index} />
          <ChipMenu experiment={experiment} index={index} onBase={onBase} />
          {experiments.length > 1 ? (
            <ActionIcon
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={`Remove ${experiment.name} from comparison`}
              onClick={() => onRemove(experiment.id)}
            >
              <X size={13} aria-hidden />
            </ActionIcon>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

interface ChipMenuProps {
  experiment: ComparedExperiment;
  index: number;
  onBase: (id: string) => void;
}

function ChipMenu({ experiment, index, onBase }: ChipMenuProps) {
  const { id, name, sequenceNumber, dataset } = experiment;
  return (
    <Menu position="bottom-start" width={190}>
      <Menu.Target>
        <UnstyledButton className={classes.name} title={name}>
          <span className={classes.text} dir="auto">
            #{sequenceNumber} {name}
          </span>
          {index === 0 ? <span className={classes.base}>base</span> : null}
          <ChevronDown size={13} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Crown size={14} aria-hidden />}
          disabled={index === 0}
          onClick={() => onBase(id)}
        >
          Use as base experiment
        </Menu.Item>
        <Menu.Item
          leftSection={<ExternalLink size={14} aria-hidden />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/datasets/$datasetId/experiments/$experimentId"
              params={{ datasetId: dataset.id, experimentId: id }}
            />
          )}
        >
          Open experiment
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
