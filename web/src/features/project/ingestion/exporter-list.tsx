import { Skeleton } from '@mantine/core';
import { Clock, EyeOff, Hourglass, type LucideIcon, Radio, TriangleAlert } from 'lucide-react';
import { RelativeTime } from '../../../components/data-display/relative-time.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import type { Exporter } from '../api/ingestion.js';
import { formatCount, formatPlural } from '../../../lib/format/numbers.js';
import { describeSender, describeTraffic } from './exporter-texts.js';
import classes from './exporter-list.module.css';

type Problem = Exporter['problems'][number];

const ICONS: Record<Problem['kind'], LucideIcon> = {
  CLOCK_AHEAD: Clock,
  LATE: Hourglass,
  REFUSED: TriangleAlert,
  SILENT: EyeOff,
};

/** The exporters that send spans to the project, with the problems of each and how to fix them. */
export function ExporterList({ exporters }: { exporters: readonly Exporter[] | undefined }) {
  if (!exporters) return <Skeleton height={48} m={16} />;
  if (exporters.length === 0) {
    return (
      <EmptyState icon={Radio} title="No exporters yet">
        Applications that send spans over OpenTelemetry appear here within seconds, with any
        problems. Spans that were created over REST or imported are not counted.
      </EmptyState>
    );
  }
  return (
    <ul className={classes.list}>
      {exporters.map((exporter) => (
        <li key={exporter.id} className={classes.exporter}>
          <div className={classes.line}>
            <span
              className={classes.mark}
              data-ok={exporter.problems.length === 0 || undefined}
              aria-hidden
            />
            <strong className={classes.name} dir="auto" title={exporter.serviceName ?? undefined}>
              {exporter.serviceName ?? 'Unnamed service'}
            </strong>
            <span className={classes.sender} title={describeSender(exporter)}>
              {describeSender(exporter)}
            </span>
            <span className={classes.seen}>
              seen <RelativeTime time={exporter.lastSeenAt} />
            </span>
          </div>
          <div className={classes.traffic}>{describeTraffic(exporter)}</div>
          {exporter.problems.map((problem) => (
            <ProblemLine key={problem.kind} problem={problem} />
          ))}
          <UnreadKeys keys={exporter.unreadKeys} />
        </li>
      ))}
    </ul>
  );
}

/** The keys that nothing reads, folded: applications may send their own on purpose. */
function UnreadKeys({ keys }: { keys: Exporter['unreadKeys'] }) {
  if (keys.length === 0) return null;
  return (
    <details className={classes.unread}>
      <summary>{formatPlural(keys.length, 'attribute key')} not understood</summary>
      <p className={classes.advice}>
        You can search these attributes, but Spandrel does not read models, tokens or messages from
        them.
      </p>
      <table className={classes.keys}>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Example</th>
            <th scope="col">Requests</th>
          </tr>
        </thead>
        <tbody>
          {keys.map(({ key, requestCount, example }) => (
            <tr key={key}>
              <th scope="row">{key}</th>
              <td dir="auto">{example ?? '—'}</td>
              <td>{formatCount(requestCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function ProblemLine({ problem: { kind, message, advice } }: { problem: Problem }) {
  const Icon = ICONS[kind];
  return (
    <div className={classes.problem} data-quiet={kind === 'SILENT' || undefined}>
      <Icon size={14} aria-hidden />
      <div>
        <span className={classes.message}>{message}</span>{' '}
        <span className={classes.advice}>{advice}</span>
      </div>
    </div>
  );
}
