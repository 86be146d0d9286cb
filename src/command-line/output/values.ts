import {
  type JsonValue,
  numberValue,
  type RawNumber,
  stringifyJson,
} from '../../kernel/json/json.js';

const COUNT = new Intl.NumberFormat('en-US');

/** 1234 → `1,234`. */
export function formatCount(value: number | RawNumber): string {
  return COUNT.format(numberValue(value));
}

/** A score with up to three decimals; empty if there is none. */
export function formatScore(value: number | RawNumber | null | undefined): string {
  return value == null ? '' : String(Math.round(numberValue(value) * 1000) / 1000);
}

/** Milliseconds: `340 ms`, `1.2 s`, `2 m 5 s`, `1 h 4 m`; `no end` if the end is missing. */
export function formatDuration(ms: number): string {
  if (!(ms >= 0)) return 'no end';
  if (ms < 999.5) return `${ms < 9.95 ? Math.round(ms * 10) / 10 : Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return ms < 9_950 ? `${Math.round(ms / 100) / 10} s` : `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} m ${seconds % 60} s`;
  return `${COUNT.format(Math.floor(minutes / 60))} h ${minutes % 60} m`;
}

/** Milliseconds between two times. */
export function durationBetween({
  start_time,
  end_time,
}: {
  start_time: string;
  end_time: string;
}) {
  return Date.parse(end_time) - Date.parse(start_time);
}

/** A time of the server in the time zone of this machine: `2026-03-01 10:00:05`. */
export function formatTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Like `formatTime`, without the year, for columns. */
export function formatShortTime(time: string): string {
  return formatTime(time).slice(5);
}

/** Text as it is, and everything else as JSON; empty for null. */
export function formatJson(value: JsonValue | undefined): string {
  if (value == null) return '';
  return typeof value === 'string' ? value : stringifyJson(value);
}

/** `1 trace`, `2 traces`. */
export function formatPlural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
