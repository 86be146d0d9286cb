import { Logger } from '@nestjs/common';
import { Counter } from 'prom-client';

/** The reason why a request was refused before it reached a handler. */
export type RefusalReason =
  | 'host'
  | 'origin'
  | 'referer'
  | 'cross_site'
  | 'body_too_large'
  | 'at_capacity'
  | 'url_too_long'
  | 'headers_too_large'
  | 'malformed'
  | 'timeout';

const refusedRequests = new Counter({
  name: 'spandrel_http_requests_refused_total',
  help: 'Requests refused before they reached a handler, by reason.',
  labelNames: ['reason'],
});

const WINDOW_MS = 60_000;

/** Log lines per reason and time window, so that a flood of such requests cannot fill the disk. */
const LINES_PER_WINDOW = 20;

/** Maximum characters to log of an untrusted value. */
const SHOWN_CHARACTERS = 200;

/** Records refused requests outside the log. */
export type RecordRefusal = (reason: RefusalReason, details: Record<string, string>) => void;

/**
 * Counts refused requests, and writes the first few per minute to the log and, if given, to
 * `record`.
 */
export class Refusals {
  private readonly logger = new Logger('http');
  private readonly windows = new Map<RefusalReason, { startedAt: number; seen: number }>();

  constructor(private readonly record?: RecordRefusal) {}

  note(reason: RefusalReason, details: Record<string, string | undefined> = {}): void {
    refusedRequests.inc({ reason });
    const now = Date.now();
    let window = this.windows.get(reason);
    if (!window || now - window.startedAt >= WINDOW_MS) {
      const left = window ? Math.max(0, window.seen - LINES_PER_WINDOW) : 0;
      if (left > 0) this.logger.warn({ reason, count: left }, 'more requests refused than logged');
      window = { startedAt: now, seen: 0 };
      this.windows.set(reason, window);
    }
    window.seen += 1;
    if (window.seen > LINES_PER_WINDOW) return;
    const shown = shortened(details);
    this.logger.warn({ reason, ...shown }, 'request refused');
    this.record?.(reason, shown);
  }
}

function shortened(details: Record<string, string | undefined>): Record<string, string> {
  const given = Object.entries(details).filter((entry): entry is [string, string] => !!entry[1]);
  return Object.fromEntries(given.map(([name, value]) => [name, value.slice(0, SHOWN_CHARACTERS)]));
}
