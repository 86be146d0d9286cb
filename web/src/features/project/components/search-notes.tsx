import { Notice } from '../../../components/feedback/notice.js';
import { formatExact } from '../../../lib/format/numbers.js';
import { formatMinute } from '../../../lib/time/time.js';
import type { ProjectSummary } from '../api/project-summary.js';
import type { ProjectTab } from '../tabs.js';
import classes from './search-notes.module.css';

/** A block of the index has at most this many spans. */
const BLOCK_SPANS = 32;
/** New spans are indexed a few seconds after they have arrived. */
const USUAL_SECONDS = 15;

interface SearchNotesProps {
  tab: ProjectTab;
  summary: ProjectSummary | undefined;
}

/** Says what a search for words leaves out of the figures, and why it may take longer. */
export function SearchNotes({ tab, summary }: SearchNotesProps) {
  const start = summary?.searchCoverage?.startTime;
  const lag = summary?.spanIndexLag;
  const isBehind = lag !== undefined && lag.seconds > USUAL_SECONDS;
  if (!start && !isBehind) return null;
  return (
    <div className={classes.notes}>
      {start ? (
        <Notice tone="info">
          Many spans match, or the search takes long.{' '}
          {tab === 'sessions' ? 'The list, figures' : 'Figures'} and chart only cover spans since{' '}
          {formatMinute(start)}. For more, add a word or a condition, or choose an earlier range.
        </Notice>
      ) : null}
      {isBehind ? (
        <Notice tone="info">
          Up to {formatExact(lag.blocks * BLOCK_SPANS)} new spans are not indexed yet. They are
          found, but searches take longer.
        </Notice>
      ) : null}
    </div>
  );
}
