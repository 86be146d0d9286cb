import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { formatScore } from '../../../lib/format/numbers.js';
import type { JsonReading } from '../../../lib/json/json-text.js';
import type { PreviewResult } from '../api/preview.js';
import classes from './test-result.module.css';

interface TestResultProps {
  outcome: JsonReading<PreviewResult>;
  /** Whether the evaluator or the example has changed since the test. */
  isOutdated: boolean;
}

/** What the evaluator said in a test, or why it could not. */
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
        <>
          <dl className={classes.answer}>
            {annotation.label === null ? null : (
              <div>
                <dt>Label</dt>
                <dd dir="auto">{annotation.label}</dd>
              </div>
            )}
            {annotation.score === null ? null : (
              <div>
                <dt>Score</dt>
                <dd className="numeric">{formatScore(annotation.score)}</dd>
              </div>
            )}
          </dl>
          {annotation.explanation ? (
            <p className={classes.explanation} dir="auto">
              {annotation.explanation}
            </p>
          ) : null}
        </>
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
