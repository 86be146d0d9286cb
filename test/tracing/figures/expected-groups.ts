import { aggregate, type ChartedRow, type Entity, MEASURES, ROWS } from './charted-rows.js';

/** The range of the charts. It leaves out some rows at both ends. */
export const RANGE = { start: '2024-05-02T00:00:00Z', end: '2024-05-08T12:00:00Z' };
/** The bins of the charts. */
export const DAYS = { scale: 'DAY' };
const DAY_MS = 86_400_000;
export const BIN_COUNT = 7;

const isInRange = ({ start }: ChartedRow) =>
  start >= Date.parse(RANGE.start) && start < Date.parse(RANGE.end);
/** Lists the rows that a chart of the range counts. */
export const inRange = (entity: Entity) => ROWS[entity].filter(isInRange);
const binOf = ({ start }: ChartedRow) => Math.floor((start - Date.parse(RANGE.start)) / DAY_MS);

const ADDITIVE = ['COUNT', 'FAILED_COUNT', 'SUM'];
const SCORES: Record<Entity, string> = { SPANS: 'helpful', TRACES: 'resolved', SESSIONS: 'csat' };
/** Lists every aggregation, with the measure or the annotation that it is of. */
export const aggregationsOf = (entity: Entity): [string, string | null][] => [
  ['COUNT', null],
  ['FAILED_COUNT', null],
  ['ERROR_RATE', null],
  ...MEASURES.flatMap((measure) =>
    ['SUM', 'MEAN', 'P50', 'P95', 'P99'].map((name): [string, string] => [name, measure]),
  ),
  ['MEAN_SCORE', SCORES[entity]],
];

/** The expected groups, from the definition of a chart. */
export function expectGroups(
  rows: readonly ChartedRow[],
  aggregation: string,
  of: string | null,
  groupBy: string | null,
  limit: number,
) {
  const toValues = (own: readonly ChartedRow[]) => {
    const whole = aggregate(own, aggregation, of);
    if (!whole) return [];
    const values = Array.from({ length: BIN_COUNT }, (_, bin) => {
      const inBin = aggregate(
        own.filter((row) => binOf(row) === bin),
        aggregation,
        of,
      );
      return inBin ? toClose(inBin.value) : ADDITIVE.includes(aggregation) ? 0 : null;
    });
    return [{ ...whole, values }];
  };
  const keyOf = (row: ChartedRow) => (groupBy === null ? null : row.groups[groupBy]!);
  const groups = [...Map.groupBy(rows, keyOf)]
    .flatMap(([key, own]) => toValues(own).map((values) => ({ key, own, ...values })))
    .toSorted((one, other) => {
      const size = ADDITIVE.includes(aggregation) ? 'value' : 'rowCount';
      // As the server: groups of the same size by key, the one without a key first.
      return other[size] - one[size] || ((one.key ?? '') < (other.key ?? '') ? -1 : 1);
    });
  const shown = groups.slice(0, limit).map(({ key, value, rowCount, values }) => ({
    key,
    isOther: false,
    value: toClose(value),
    rowCount,
    values,
  }));
  const rest = groups.slice(limit);
  const others = ADDITIVE.includes(aggregation)
    ? toValues(rest.flatMap(({ own }) => own)).map((values) => ({
        key: null,
        isOther: true,
        ...values,
        value: toClose(values.value),
      }))
    : [];
  return { groups: [...shown, ...others], otherCount: rest.length, isEstimated: false };
}

/** Matches a number that was calculated in another order. */
export function toClose(value: number): number {
  return expect.closeTo(value, 4);
}
