import { Anchor, Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { WaitingNote } from '../../../components/feedback/waiting-note.js';
import { PageSection } from '../../../components/layout/page-section.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import { formatScore } from '../../../lib/format/numbers.js';
import { basePath } from '../../../lib/page/base-url.js';
import { type EvaluationTrace, useLastEvaluations } from '../api/last-evaluations.js';
import type { Rule } from '../api/rules.js';
import { readEvaluation } from '../draft/read-evaluation.js';
import { TARGETS } from '../rule-texts.js';
import classes from './last-evaluations.module.css';

interface LastEvaluationsProps {
  rule: Rule;
  /** The project with the traces of its evaluations. */
  projectId: string;
}

/** The newest evaluations of a rule, with failed ones. */
export function LastEvaluations({ rule, projectId }: LastEvaluationsProps) {
  const { traces, error, reload } = useLastEvaluations(projectId);
  return (
    <PageSection title="Last evaluations">
      {error ? (
        <ErrorState error={error} onRetry={reload} />
      ) : traces === undefined ? (
        <Skeleton height={160} />
      ) : traces.length === 0 ? (
        <NoEvaluations rule={rule} />
      ) : (
        <ScrollRegion label="Evaluations" className={classes.scroller}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th>When</th>
                <th>{TARGETS[rule.target].label.replace(/s$/, '')}</th>
                <th>Label</th>
                <th className={classes.number}>Score</th>
                <th>Explanation</th>
                <th>Evaluation</th>
              </tr>
            </thead>
            <tbody>
              {traces.map((trace) => (
                <Row key={trace.id} trace={trace} projectId={projectId} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </PageSection>
  );
}

function Row({ trace, projectId }: { trace: EvaluationTrace; projectId: string }) {
  const { label, score, text, isFailed, subject } = readEvaluation(trace);
  return (
    <tr>
      <td>
        <RelativeTime time={trace.startTime} />
      </td>
      <td>
        {subject ? (
          <Anchor
            inherit
            href={`${basePath}/redirects/${subject.kind}s/${encodeURIComponent(subject.id)}`}
            title={subject.id}
          >
            <code>{subject.id.slice(0, 8)}</code>
          </Anchor>
        ) : (
          '–'
        )}
      </td>
      <td dir="auto">{label ?? '–'}</td>
      <td className={classes.number}>{score === null ? '–' : formatScore(score)}</td>
      <td className={classes.text} data-failed={isFailed || undefined} dir="auto" title={text}>
        {isFailed ? 'Failed: ' : ''}
        {text}
      </td>
      <td>
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link
              {...props}
              to="/projects/$projectId/traces/$traceId"
              params={{ projectId, traceId: trace.traceId }}
              search={{ timeRangeKey: 'all' }}
            />
          )}
        >
          trace
        </Anchor>
      </td>
    </tr>
  );
}

function NoEvaluations({ rule: { isEnabled, target } }: { rule: Rule }) {
  const { tab } = TARGETS[target];
  return isEnabled ? (
    <WaitingNote>Waiting for {tab} that meet the condition…</WaitingNote>
  ) : (
    <p className={classes.none}>None yet. Enable the rule to evaluate {tab} that arrive.</p>
  );
}
