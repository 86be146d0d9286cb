import { TriangleAlert } from 'lucide-react';
import { formatExact, formatScore } from '../../../lib/format/numbers.js';
import classes from './score-text.module.css';

interface ScoreTextProps {
  evaluation: { score: number | null; label: string | null; error: string | null } | undefined;
}

/** A short form of an evaluation: its label and score, or “failed”. */
export function ScoreText({ evaluation }: ScoreTextProps) {
  if (!evaluation) return <span className={classes.none}>–</span>;
  const { score, label, error } = evaluation;
  if (score === null && label === null) {
    return (
      <span className={classes.failed} title={error ?? 'No score or label'}>
        {error === null ? null : <TriangleAlert size={13} aria-hidden />}
        {error === null ? 'none' : 'failed'}
      </span>
    );
  }
  const title = [label, score === null ? null : formatExact(score)].filter((one) => one !== null);
  return (
    <span title={title.join(', ')} className={classes.text}>
      {label === null ? null : <span className={classes.label}>{label}</span>}
      {score === null ? null : <span className="numeric">{formatScore(score)}</span>}
    </span>
  );
}
