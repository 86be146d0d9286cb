import { formatScore } from '../../lib/format/numbers.js';
import classes from './evaluation-answer.module.css';

interface EvaluationAnswerProps {
  label: string | null;
  score: number | null;
  explanation: string | null;
}

/** The answer of an evaluator. */
export function EvaluationAnswer({ label, score, explanation }: EvaluationAnswerProps) {
  return (
    <>
      <dl className={classes.answer}>
        {label === null ? null : (
          <div>
            <dt>Label</dt>
            <dd dir="auto">{label}</dd>
          </div>
        )}
        {score === null ? null : (
          <div>
            <dt>Score</dt>
            <dd className="numeric">{formatScore(score)}</dd>
          </div>
        )}
      </dl>
      {explanation ? (
        <p className={classes.explanation} dir="auto">
          {explanation}
        </p>
      ) : null}
    </>
  );
}
