import { CircleAlert } from 'lucide-react';
import { formatExact } from '../../../lib/format/numbers.js';
import type { SpanMatches } from '../api/use-span-matches.js';
import { MatchStepper } from '../tree/match-stepper.js';
import classes from './trace-header.module.css';

interface FailedStepperProps {
  /** The number of failed spans. */
  count: number;
  matches: SpanMatches;
  onStep: (direction: 'next' | 'previous') => void;
}

/** The number of failed spans of a trace, with buttons that go through them, loaded or not. */
export function FailedStepper({ count, matches, onStep }: FailedStepperProps) {
  const total = formatExact(matches.count ?? count);
  return (
    <span className={classes.failed}>
      <CircleAlert size={14} aria-hidden />
      <MatchStepper noun="failed span" keys={{ next: 'f', previous: 'Shift+F' }} onStep={onStep}>
        {matches.position === null
          ? `${total} failed`
          : `${formatExact(matches.position)} of ${total} failed`}
      </MatchStepper>
    </span>
  );
}
