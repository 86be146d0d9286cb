import { Link } from '@tanstack/react-router';
import { Cost } from '../../../components/costs/cost.js';
import { UnpricedNote } from '../../../components/costs/unpriced-note.js';
import { Duration } from '../../../components/data-display/duration.js';
import { type Stat, StatStrip } from '../../../components/data-display/stat-strip.js';
import { TokenCount } from '../../../components/data-display/token-count.js';
import { formatCount } from '../../../lib/format/numbers.js';
import type { ProjectCost } from '../api/project-cost.js';
import type { ProjectSummary } from '../api/project-summary.js';

interface SummaryStripProps {
  summary: ProjectSummary | undefined;
  /** Undefined while it loads, null if it is unknown. */
  cost: ProjectCost | null | undefined;
  /** Whether a filter selects traces or spans, of which sessions may be only a part. */
  isPartOfSessions?: boolean;
  /** The project, if it is sampled, and whether a filter or search selects what is stored of it. */
  sampled?: { projectId: string; isFiltered: boolean } | undefined;
}

/** The figures of the project for the time range and the filters of the list. */
export function SummaryStrip({
  summary,
  cost,
  isPartOfSessions = false,
  sampled,
}: SummaryStripProps) {
  const show = <T,>(draw: (known: ProjectSummary) => T) => (summary ? draw(summary) : undefined);
  const stats: Stat[] = [
    {
      label: 'Traces',
      value: show((known) => formatCount(known.traceCount)),
      note: sampled && <SamplingNote {...sampled} />,
    },
    {
      label: 'Errors',
      value: show((known) => formatCount(known.errorCount)),
      note: show((known) => formatErrorShare(known)),
      tone: summary && summary.errorCount > 0 ? 'error' : undefined,
    },
    { label: 'Latency p50', value: show((known) => <Duration ms={known.latencyMsP50} />) },
    { label: 'Latency p99', value: show((known) => <Duration ms={known.latencyMsP99} />) },
    {
      label: 'Tokens',
      value: show((known) => (
        <TokenCount
          total={known.tokenCountTotal}
          prompt={known.tokenCountPrompt}
          completion={known.tokenCountCompletion}
        />
      )),
    },
    {
      label: 'Cost',
      value: cost === undefined ? undefined : <Cost summary={cost?.summary} />,
      note: cost && <UnpricedNote counts={cost.summary} owner={cost.owner} />,
    },
    { label: 'Spans', value: show((known) => formatCount(known.recordCount)) },
    ...(isPartOfSessions
      ? []
      : [{ label: 'Sessions', value: show((known) => formatCount(known.sessionCount)) }]),
  ];
  return <StatStrip stats={stats} />;
}

/** Says which traces the figures count, because the list has only some of them. */
function SamplingNote({ projectId, isFiltered }: { projectId: string; isFiltered: boolean }) {
  const words = isFiltered
    ? 'With a filter, figures include only the traces that sampling has kept.'
    : 'Figures include every trace that arrived, even those that sampling has deleted. The list shows only the remaining ones.';
  return (
    <Link to="/projects/$projectId/config" params={{ projectId }} title={words}>
      {isFiltered ? 'kept' : 'arrived'}
    </Link>
  );
}

function formatErrorShare({ errorCount, traceCount }: ProjectSummary): string | undefined {
  if (errorCount === 0 || traceCount === 0) return undefined;
  const percent = (errorCount / traceCount) * 100;
  return percent < 0.1 ? '<0.1%' : `${percent.toFixed(percent < 10 ? 1 : 0)}%`;
}
