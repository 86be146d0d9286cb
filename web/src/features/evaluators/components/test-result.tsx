import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EvaluationAnswer } from '../../../components/evaluators/evaluation-answer.js';
import { FormAlert } from '../../../components/forms/form-parts.js';
import type { JsonReading } from '../../../lib/json/json-text.js';
import type { PreviewResult } from '../api/preview.js';
import classes from './test-result.module.css';

interface TestResultProps {
  outcome: JsonReading<PreviewResult>;
  /** Whether the evaluator or the example has changed since the test. */
  isOutdated: boolean;
}

/** The answer of an evaluator in a test, or the reason why there is none. */
export function TestResult({ outcome, isOutdated }: TestResultProps) {
  return (
    <div className={classes.result} role="status" data-outdated={isOutdated || undefined}>
      {isOutdated ? <p className={classes.note}>From before your last change:</p> : null}
      {'problem' in outcome ? (
        <FormAlert text={outcome.problem} />
      ) : (
        <Answer result={outcome.value} />
      )}
    </div>
  );
}

function Answer({ result: { annotation, error, printed, trace } }: { result: PreviewResult }) {
  return (
    <>
      {annotation ? (
        <EvaluationAnswer {...annotation} />
      ) : (
        <FormAlert text={error ?? 'The evaluator returned nothing.'} />
      )}
      {printed === '' ? null : (
        <pre className={classes.printed} aria-label="Printed by the code">
          {printed}
        </pre>
      )}
      {trace ? (
        <Anchor
          size="sm"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/projects/$projectId/traces/$traceId"
              params={{ projectId: trace.projectId, traceId: trace.traceId }}
              search={{ timeRangeKey: 'all' }}
              target="_blank"
              rel="noreferrer"
            />
          )}
        >
          What the model was asked
        </Anchor>
      ) : null}
    </>
  );
}
