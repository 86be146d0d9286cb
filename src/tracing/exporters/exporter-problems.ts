/** The kinds of problems of exporters. */
export enum ProblemKind {
  CLOCK_AHEAD = 'CLOCK_AHEAD',
  LATE = 'LATE',
  REFUSED = 'REFUSED',
  SILENT = 'SILENT',
}

/** A problem of an exporter, in words. */
export interface ExporterProblem {
  kind: ProblemKind;
  /** A sentence. */
  message: string;
  /** How to solve the problem. */
  advice: string;
}

/** The measured values of an exporter. */
export interface MeasuredExporter {
  lastSeenAt: string;
  lastRefusedAt: string | null;
  lastReason: string | null;
  aheadMs: number | null;
  daySpanCount: number;
  dayRefusedCount: number;
  dayLateCount: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Clocks that are synchronized differ by far less. */
const AHEAD_MS = 5 * SECOND;
/** As for late spans (`src/ingest/decode/span-source.ts`). */
const LATE_MS = 10 * MINUTE;
const SILENT_MS = HOUR;

/**
 * Finds what is wrong with an exporter.
 * @param now milliseconds since 1970.
 */
export function findProblems(exporter: MeasuredExporter, now: number): ExporterProblem[] {
  return [
    findRefused(exporter, now),
    findSkew(exporter),
    findLate(exporter),
    findSilence(exporter, now),
  ].filter((problem) => problem !== null);
}

function findRefused(exporter: MeasuredExporter, now: number): ExporterProblem | null {
  const { dayRefusedCount, lastRefusedAt, lastReason } = exporter;
  if (dayRefusedCount === 0 || lastRefusedAt === null) return null;
  const ago = describeDuration(now - Date.parse(lastRefusedAt));
  return {
    kind: ProblemKind.REFUSED,
    message: `${countSpans(dayRefusedCount)} refused today, the last one ${ago} ago: ${lastReason}.`,
    advice: 'Look at the reasons below. Once they are gone, send the spans again.',
  };
}

function findSkew({ aheadMs }: MeasuredExporter): ExporterProblem | null {
  if (aheadMs === null || aheadMs < AHEAD_MS) return null;
  return {
    kind: ProblemKind.CLOCK_AHEAD,
    message: `Its clock is ${describeDuration(aheadMs)} ahead.`,
    advice:
      'Spans are stored with the times that were sent, so they are missing in “the last hour”. Synchronize the clock of its machine, for example with NTP.',
  };
}

function findLate(exporter: MeasuredExporter): ExporterProblem | null {
  const { aheadMs, dayLateCount, daySpanCount } = exporter;
  if (aheadMs !== null && aheadMs <= -LATE_MS) {
    return {
      kind: ProblemKind.LATE,
      message: `Its newest spans arrive ${describeDuration(-aheadMs)} after they end.`,
      advice:
        'Its clock is behind, or it waits too long. Synchronize the clock, and look at the queue and the delay of its batch processor or collector.',
    };
  }
  if (dayLateCount === 0) return null;
  return {
    kind: ProblemKind.LATE,
    message: `${countSpans(dayLateCount)} of ${daySpanCount.toLocaleString('en-US')} today arrived more than ${describeDuration(LATE_MS)} after their end.`,
    advice:
      'Usually a queue was sent after an interruption. If this happens every day, look at the network and the delay of its batch processor or collector.',
  };
}

function findSilence({ lastSeenAt }: MeasuredExporter, now: number): ExporterProblem | null {
  const silentMs = now - Date.parse(lastSeenAt);
  if (silentMs < SILENT_MS) return null;
  return {
    kind: ProblemKind.SILENT,
    message: `Not seen for ${describeDuration(silentMs)}.`,
    advice:
      'If it should be running, check its endpoint and its API key, and the messages of its exporter in its own log.',
  };
}

function countSpans(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'span' : 'spans'}`;
}

/** Returns a duration in its largest unit, such as `4 minutes`. */
function describeDuration(ms: number): string {
  const units: [number, string][] = [
    [DAY, 'day'],
    [HOUR, 'hour'],
    [MINUTE, 'minute'],
    [SECOND, 'second'],
  ];
  const [size, name] = units.find(([unit]) => ms >= unit) ?? [SECOND, 'second'];
  const count = Math.max(1, Math.floor(ms / size));
  return `${count.toLocaleString('en-US')} ${name}${count === 1 ? '' : 's'}`;
}
