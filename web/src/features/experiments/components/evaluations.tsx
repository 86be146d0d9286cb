import { Suspense } from 'react';
import { Notice } from '../../../components/feedback/notice.js';
import { PayloadPreview } from '../../../components/payloads/payload-preview.js';
import { TextValue } from '../../../components/text/text-value.js';
import type { Json } from '../../../lib/json/exact-json.js';
import { formatExact } from '../../../lib/format/numbers.js';
import type { Evaluation } from '../api/run.js';
import classes from './evaluations.module.css';
import { TraceLink } from './trace-link.js';

const KINDS: Record<Evaluation['annotatorKind'], string> = {
  LLM: 'model',
  CODE: 'code',
  HUMAN: 'person',
  DECISION: 'decision model',
  AGENT: 'agent',
};

/** The evaluations of a run, with explanations. */
export function Evaluations({ evaluations }: { evaluations: readonly Evaluation[] }) {
  if (evaluations.length === 0) return <p className={classes.none}>No evaluations for this run.</p>;
  return (
    <ul className={classes.list}>
      {evaluations.map((evaluation) => (
        <li key={evaluation.id} className={classes.item}>
          <EvaluationView evaluation={evaluation} />
        </li>
      ))}
    </ul>
  );
}

function EvaluationView({ evaluation }: { evaluation: Evaluation }) {
  const { name, annotatorKind, label, score, explanation, error, metadata, trace } = evaluation;
  const hasMetadata = typeof metadata === 'object' && Object.keys(metadata ?? {}).length > 0;
  return (
    <>
      <div className={classes.head}>
        <b dir="auto">{name}</b>
        <span className={classes.kind}>by {KINDS[annotatorKind]}</span>
        <span className={classes.result}>
          {label === null ? null : (
            <span className={classes.label} dir="auto">
              {label}
            </span>
          )}
          {score === null ? null : <span className="numeric">{formatExact(score)}</span>}
        </span>
        {trace ? <TraceLink trace={trace} /> : null}
      </div>
      {error === null ? null : <Notice tone="error">{error || 'Failed without a message'}</Notice>}
      {explanation ? (
        <Suspense fallback={<div className={classes.explanation}>{explanation}</div>}>
          <div className={classes.explanation} dir="auto">
            <TextValue text={explanation} />
          </div>
        </Suspense>
      ) : null}
      {hasMetadata ? (
        <div className={classes.metadata}>
          <PayloadPreview value={metadata as Json} />
        </div>
      ) : null}
    </>
  );
}
