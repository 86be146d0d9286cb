import type { ReactNode } from 'react';
import { ChartsFrame } from '../../features/project/charts/charts-frame.js';
import { InProject, PROJECT } from './project-scope.js';

const HOUR_MS = 3_600_000;
const DAY = Date.UTC(2026, 2, 10);

/** A moment of the day that charts show, as the server writes it. */
export const atHour = (hour: number) => new Date(DAY + hour * HOUR_MS).toISOString();

/** The day that charts show, as it is stored in the address. */
export const CHARTED_DAY = { timeRangeStart: atHour(0), timeRangeEnd: atHour(24) };

/** How the server is asked to divide that day. */
export const QUARTERS = { scale: 'MINUTE', step: 15, utcOffsetMinutes: 0 } as const;

/** Returns a point for every quarter of an hour: what was given for its hour, or else `none`. */
export function toPoints<Values extends object>(given: Record<number, Values>, none: Values) {
  return Array.from({ length: 96 }, (_, index) => ({
    timestamp: atHour(index / 4),
    ...(given[index / 4] ?? none),
  }));
}

/** The project with whichever of its spans, traces and sessions is asked for. */
export function withTab<Value>(
  asked: { ofSpans: boolean; ofTraces: boolean; ofSessions?: boolean },
  value: Value,
) {
  return {
    ...PROJECT,
    ...(asked.ofSpans ? { spans: value } : {}),
    ...(asked.ofTraces ? { traces: value } : {}),
    ...(asked.ofSessions ? { sessions: value } : {}),
  };
}

/** Charts in the frame that a page puts around them. */
export function InCharts({ filter, children }: { filter?: string; children: ReactNode }) {
  return (
    <InProject>
      <ChartsFrame range={CHARTED_DAY} filter={filter}>
        {children}
      </ChartsFrame>
    </InProject>
  );
}

/** Returns the parameters of an address. */
export function readParameters(address: string): Record<string, string> {
  return Object.fromEntries(new URL(address, 'http://localhost').searchParams);
}
