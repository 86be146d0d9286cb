const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** 1234567.5 → `1,234,567.5`: the exact value, for tooltips. */
export function formatExact(value: number): string {
  return exact.format(value);
}

const measured = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });
const measuredExact = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12 });

/** 0.01234 → `0.0123`, 3412 → `3.4k`: a value that may be of any size, such as that of a metric. */
export function formatMeasured(value: number): string {
  return Math.abs(value) < 100 ? measured.format(value) : formatCount(value);
}

/** Without the digits that adding up leaves: 0.30000000000000004 → `0.3`. */
export function formatMeasuredExact(value: number): string {
  return measuredExact.format(value);
}

const COUNT_UNITS: readonly [number, string][] = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e3, 'k'],
];

/** 950 → `950`, 3412 → `3.4k`, 12500000 → `13M`: two digits are enough to compare rows. */
export function formatCount(value: number): string {
  const size = Math.abs(value);
  if (size < 1000) return exact.format(Math.round(value * 10) / 10);
  for (const [unit, suffix] of COUNT_UNITS) {
    // 999,950 rounds to 1.0M and must not become 1000.0k.
    if (size < unit * 0.9995) continue;
    const scaled = value / unit;
    const text = Math.abs(scaled) < 9.95 ? scaled.toFixed(1) : scaled.toFixed(0);
    return `${text.replace(/\.0$/, '')}${suffix}`;
  }
  return `${(value / 1000).toFixed(1)}k`;
}

/**
 * Formats milliseconds for reading: `0.35 ms`, `340 ms`, `1.2 s`, `2 m 5 s`, `1 h 4 m`, `3 d 2 h`.
 */
export function formatDuration(ms: number): string {
  if (ms < 0) return `−${formatDuration(-ms)}`;
  if (ms === 0) return '0 ms';
  if (ms < 0.01) return '<0.01 ms';
  if (ms < 9.95) return `${trimZeros(ms.toFixed(ms < 1 ? 2 : 1))} ms`;
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9_950) return `${trimZeros((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return formatPair(seconds, 60, 'm', 1, 's');
  if (seconds < 86_400) return formatPair(seconds, 3600, 'h', 60, 'm');
  return formatPair(seconds, 86_400, 'd', 3600, 'h');
}

/**
 * Formats a latency in milliseconds: null while a span runs, negative if its end is missing or
 * before its start, when a number would only mislead.
 */
export function formatLatency(ms: number | null): string {
  if (ms === null) return 'running';
  return ms < 0 ? 'no end' : formatDuration(ms);
}

/** `1,234.567 ms`: the exact duration, for tooltips. */
export function formatDurationExact(ms: number): string {
  return `${formatExact(ms)} ms`;
}

/** 512 → `512 B`, 20480 → `20 KB`, 1500000 → `1.4 MB`; powers of 1024. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let size = bytes / 1024;
  let unit = 0;
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${trimZeros(size < 10 ? size.toFixed(1) : size.toFixed(0))} ${units[unit] ?? ''}`;
}

/** 0.25 → `25%`, 0.004 → `0.4%`, 0.0001 → `<0.1%`: a part of a whole. */
export function formatShare(fraction: number): string {
  const percent = fraction * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  if (percent > 99.9 && percent < 100) return '>99.9%';
  return `${trimZeros(percent.toFixed(percent < 9.95 || percent > 99 ? 1 : 0))}%`;
}

/** 0.83333 → `0.833`, 12.345 → `12.3`, 1234 → `1.2k`: a score that is easy to compare. */
export function formatScore(score: number): string {
  if (Math.abs(score) >= 999.5) return formatCount(score);
  if (score !== 0 && Math.abs(score) < 0.0005) return score.toExponential(1);
  const text = Math.abs(score) < 1 ? score.toFixed(3) : score.toPrecision(3);
  return trimZeros(text).replace('-', '−');
}

/** Below this, a cost is noise. */
const SMALLEST_COST = 0.000001;
const exactCost = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 12 });

/** 0.00001234 → `$0.000012`, 0.5 → `$0.50`, 1234.5 → `$1.2k`: US dollars that are easy to compare. */
export function formatCost(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < SMALLEST_COST) return `<$${SMALLEST_COST.toFixed(6)}`;
  if (usd < 0.0995) return `$${trimZeros(usd.toPrecision(2))}`;
  return usd < 999.5 ? `$${usd.toFixed(2)}` : `$${formatCount(Math.max(usd, 1000))}`;
}

/** `$0.0000123456`: the exact cost in US dollars, for tooltips. */
export function formatCostExact(usd: number): string {
  return `$${exactCost.format(usd)}`;
}

/** `1 trace`, `2 traces`, `3.4k traces`. */
export function formatPlural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

function formatPair(
  seconds: number,
  big: number,
  bigName: string,
  small: number,
  smallName: string,
) {
  const rest = Math.floor((seconds % big) / small);
  return `${Math.floor(seconds / big)} ${bigName}${rest > 0 ? ` ${rest} ${smallName}` : ''}`;
}

function trimZeros(text: string): string {
  return text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;
}

/** Formats seconds as a countdown: 245 → `4:05`. */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
