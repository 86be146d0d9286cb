import { ActionIcon, Tooltip } from '@mantine/core';
import { ChevronDown, ChevronUp } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './match-stepper.module.css';

interface MatchStepperProps {
  /** The destination of the buttons, such as “failed span”. */
  noun: string;
  /** The keys of the buttons, for their tooltips. */
  keys: { next: string; previous: string };
  onStep: (direction: 'next' | 'previous') => void;
  disabled?: boolean;
  /** How many there are. */
  children: ReactNode;
}

/** A count with buttons that go to the previous and the next. */
export function MatchStepper({ noun, keys, onStep, disabled, children }: MatchStepperProps) {
  return (
    <span className={classes.stepper}>
      <output className="numeric">{children}</output>
      {(['previous', 'next'] as const).map((direction) => {
        const label = `${direction === 'next' ? 'Next' : 'Previous'} ${noun}`;
        const Icon = direction === 'next' ? ChevronDown : ChevronUp;
        return (
          <Tooltip key={direction} label={`${label} (${keys[direction]})`}>
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label={label}
              disabled={disabled ?? false}
              onClick={() => onStep(direction)}
            >
              <Icon size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </span>
  );
}
