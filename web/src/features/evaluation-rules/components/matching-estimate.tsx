import { useDebouncedValue } from '@mantine/hooks';
import { useMatchingCount } from '../api/matching-count.js';
import type { RuleTarget } from '../api/rules.js';
import { findConditionMistake } from '../draft/rule-draft.js';
import { describeMatching } from '../rule-texts.js';
import classes from './rule-form.module.css';

interface MatchingEstimateProps {
  projectId: string;
  target: RuleTarget;
  condition: string;
  /** The sampling rate; undefined while none is typed. */
  rate: number | undefined;
}

/** Longer than the check of a condition, because counting costs more. */
const PAUSE_MS = 800;

const LAST_DAYS = { timeRangeKey: '7d' };

/** How much a rule would have evaluated, once typing pauses. */
export function MatchingEstimate({ projectId, target, condition, rate }: MatchingEstimateProps) {
  const [counted] = useDebouncedValue(condition, PAUSE_MS);
  const { count, error } = useMatchingCount({
    projectId,
    target,
    condition: counted,
    range: LAST_DAYS,
  });
  // The field says what is wrong with a condition.
  if (error && findConditionMistake(error) !== undefined) return null;
  if (error) return <p className={classes.note}>How many meet it takes too long to count.</p>;
  return (
    <p className={classes.note} aria-live="polite">
      {count === undefined ? 'Counting…' : describeMatching(count, { target, rate })}
    </p>
  );
}
