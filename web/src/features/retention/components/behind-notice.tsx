import { Notice } from '../../../components/feedback/notice.js';
import { formatCount } from '../../../lib/format/numbers.js';
import type { RetentionPolicy } from '../api/retention-policies.js';
import classes from './behind-notice.module.css';

/** Says which policies run, but get rid of too few spans, and what to do about it. */
export function BehindNotice({ policies }: { policies: readonly RetentionPolicy[] }) {
  return policies.map(({ id, name, lastRun }) =>
    lastRun && isBehind(lastRun) ? (
      <div key={id} className={classes.notice}>
        <Notice tone="warning">
          The policy {name} cannot keep up.{' '}
          {/* Changes every few seconds, which screen readers need not announce. */}
          <span aria-live="off">
            It gets rid of {formatCount(lastRun.spansPerSecond ?? 0)} spans each second while{' '}
            {formatCount(lastRun.arrivingPerSecond ?? 0)} arrive.
          </span>{' '}
          Run it when fewer spans arrive, or give the database more processors.
        </Notice>
      </div>
    ) : null,
  );
}

/** Whether a run goes on, but cannot keep up with new spans. */
export function isBehind(run: NonNullable<RetentionPolicy['lastRun']>): boolean {
  return run.endedAt === null && run.isBehind;
}
