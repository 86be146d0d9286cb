import { UnstyledButton } from '@mantine/core';
import { Eye, EyeOff } from 'lucide-react';
import type { ComparedExperiment } from '../api/compared-experiments.js';
import { ExperimentMark } from './experiment-mark.js';
import classes from './experiment-toggles.module.css';

interface ExperimentTogglesProps {
  experiments: readonly ComparedExperiment[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/** Shows and hides experiments next to an example. At least one stays visible. */
export function ExperimentToggles({ experiments, hidden, onChange }: ExperimentTogglesProps) {
  const isHidden = (id: string) => hidden.includes(id);
  const shownCount = experiments.filter(({ id }) => !isHidden(id)).length;
  return (
    <div className={classes.toggles} role="group" aria-label="Visible experiments">
      {experiments.map(({ id, name, sequenceNumber }, index) => {
        const Icon = isHidden(id) ? EyeOff : Eye;
        return (
          <UnstyledButton
            key={id}
            className={classes.toggle}
            aria-pressed={!isHidden(id)}
            disabled={!isHidden(id) && shownCount === 1}
            title={name}
            onClick={() =>
              onChange(isHidden(id) ? hidden.filter((one) => one !== id) : [...hidden, id])
            }
          >
            <ExperimentMark index={index} />
            <span className={classes.name} dir="auto">
              #{sequenceNumber} {name}
            </span>
            <Icon size={13} aria-hidden />
          </UnstyledButton>
        );
      })}
    </div>
  );
}
