import { Injectable, Logger } from '@nestjs/common';
import { isCanceled, mayPass } from '../kernel/errors/database-errors.js';
import { DomainError } from '../kernel/errors/errors.js';
import type { PricedCounts } from '../spans/cost-details.js';
import {
  type GroupSelection,
  emptyValue,
  isRolled,
  type Measured,
  type MeasuredGroup,
  type MeasuredRange,
  MeasuresService,
  type RolledMeasures,
} from '../tracing/figures/measures/measures.service.js';
import type { AlertRuleEntity } from './alert-rule.entity.js';

/** The fields of a rule that determine its value. A rule of a preview has them, too. */
export type MeasuredRule = Measured &
  Pick<
    AlertRuleEntity,
    'id' | 'projectId' | 'groupBy' | 'groupAttribute' | 'windowMinutes' | 'baseline' | 'comparison'
  >;

/** A rule that is not saved. */
export type PreviewedAlertRule = Omit<MeasuredRule, 'id'>;

/** The value of a rule at one time, with the values of its groups. */
export interface Measurement {
  /** Null if there was nothing to measure; with groups, the value of the first one. */
  value: number | null;
  /** Those that are furthest on the side on which the rule fires; absent without groups. */
  groups?: readonly MeasuredGroup[] | undefined;
  /** Whether there are more groups. */
  hasMore?: boolean;
}

/** The value of a rule, or why there is none. */
export interface MeasuredValue extends Measurement {
  error: string | null;
}

/** A value of the past, for a preview. */
export interface MeasuredPoint {
  time: string;
  value: number | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEK_MS = 7 * DAY_MS;
const QUARTER_MS = 15 * MINUTE_MS;

/** From this length on, windows begin with a quarter of an hour, so that rollups have all but the end. */
const LONG_WINDOW_MINUTES = 60;

/** For a rule that reads rows. */
const MAX_SECONDS = 3;
/** For a person who waits. */
const MAX_PREVIEW_SECONDS = 10;

/** How many groups a rule watches: those that are furthest on the side on which it fires. */
export const MAX_GROUPS = 50;

/** A preview covers a day, but at least this many windows. */
const PREVIEWED_WINDOWS = 8;

/** Measures the values of rules. */
@Injectable()
export class AlertMeasuresService {
  private readonly logger = new Logger('alerts');

  constructor(private readonly measures: MeasuresService) {}

  /** Returns whether a rule is measured from rollups, together with others. */
  isRolled(rule: Measured): boolean {
    return isRolled(rule);
  }

  /** Measures rules at a time. A rule that cannot be measured does not affect the others. */
  async measureAll(rules: readonly MeasuredRule[], now: Date): Promise<Map<number, MeasuredValue>> {
    const values = await this.measureRolled(rules.filter(isRolled), now);
    for (const rule of rules) {
      if (!isRolled(rule)) values.set(rule.id, await this.measureSafely(rule, now));
    }
    return values;
  }

  /** Measures one rule. @throws BadRequestError if it takes too long. */
  async measure(rule: MeasuredRule, now: Date): Promise<Measurement> {
    if (isRolled(rule)) return (await this.measureRolled([rule], now)).get(rule.id)!;
    const window = findWindow(rule, now);
    if (rule.groupBy) {
      const { projectId } = rule;
      const selection = selectGroups(rule);
      const found = await this.measures.readGroups(projectId, rule, window, selection, MAX_SECONDS);
      return { value: found.groups[0]?.value ?? null, ...found };
    }
    const current = await this.readRows(rule, window);
    if (rule.baseline === 'NONE' || current === null) return { value: current };
    const past = await this.readRows(rule, findWindow(rule, subtractWeek(now)));
    return { value: toChange(current, past) };
  }

  /**
   * Counts the LLM spans with tokens that the cost of a rule covers, and those of them without a price.
   * Null for other measures, and if that fails, because an alert is told anyway.
   */
  async countPriced(rule: MeasuredRule, now: Date): Promise<PricedCounts | null> {
    const { projectId } = rule;
    const window = findWindow(rule, now);
    try {
      return await this.measures.countPriced(projectId, rule, window, MAX_SECONDS);
    } catch (error) {
      if (isCanceled(error) || mayPass(error)) throw error;
      this.logger.warn({ err: error, rule: rule.id }, 'calls without a price cannot be counted');
      return null;
    }
  }

  /**
   * Measures a rule in the windows of the last day, or of several windows if these are longer. With
   * groups, each window has the value that is furthest on the side on which the rule fires.
   */
  async preview(rule: PreviewedAlertRule, now: Date): Promise<MeasuredPoint[]> {
    const windowMs = rule.windowMinutes * MINUTE_MS;
    const count = Math.max(PREVIEWED_WINDOWS, Math.floor(DAY_MS / windowMs));
    const bins = (end: Date) =>
      Array.from({ length: count }, (_, at) => new Date(end.getTime() - (count - at) * windowMs));
    const read = (end: Date) => {
      const of = [rule.projectId, rule, bins(end), end.toISOString()] as const;
      return rule.groupBy
        ? this.measures.readBinsOfGroups(...of, selectGroups(rule), MAX_PREVIEW_SECONDS)
        : this.measures.readBins(...of, MAX_PREVIEW_SECONDS);
    };
    const current = await read(now);
    const past = rule.baseline === 'NONE' ? null : await read(subtractWeek(now));
    return bins(now).map((start, at) => {
      const value = current[at] ?? null;
      return {
        time: new Date(start.getTime() + windowMs).toISOString(),
        value: past && value !== null ? toChange(value, past[at] ?? null) : value,
      };
    });
  }

  /** One query for each window, and one more for latencies, however many rules there are. */
  private async measureRolled(
    rules: readonly MeasuredRule[],
    now: Date,
  ): Promise<Map<number, MeasuredValue>> {
    const values = new Map<number, MeasuredValue>();
    for (const ofWindow of Map.groupBy(rules, ({ windowMinutes }) => windowMinutes).values()) {
      const compared = ofWindow.filter(({ baseline }) => baseline === 'LAST_WEEK');
      const current = await this.readRolled(ofWindow, now);
      const past = await this.readRolled(compared, subtractWeek(now));
      for (const rule of ofWindow) {
        const value = readValue(rule, current);
        const isCompared = rule.baseline === 'LAST_WEEK' && value !== null;
        const shown = isCompared ? toChange(value, readValue(rule, past)) : value;
        values.set(rule.id, { value: shown, error: null });
      }
    }
    return values;
  }

  /** @param rules of one window. */
  private async readRolled(
    rules: readonly MeasuredRule[],
    now: Date,
  ): Promise<ReadonlyMap<number, RolledMeasures>> {
    const found = new Map<number, RolledMeasures>();
    const needsLatencies = ({ measure }: MeasuredRule) => measure.startsWith('LATENCY');
    const withLatencies = new Set(rules.filter(needsLatencies).map(({ projectId }) => projectId));
    const others = rules.map(({ projectId }) => projectId).filter((id) => !withLatencies.has(id));
    const without = new Set(others);
    for (const projectIds of [withLatencies, without]) {
      if (projectIds.size === 0) continue;
      const range = findWindow(rules[0]!, now);
      const isTimed = projectIds === withLatencies;
      const measured = await this.measures.readRolled([...projectIds], range, isTimed);
      for (const [projectId, measures] of measured) found.set(projectId, measures);
    }
    return found;
  }

  private async measureSafely(rule: MeasuredRule, now: Date): Promise<MeasuredValue> {
    try {
      return { ...(await this.measure(rule, now)), error: null };
    } catch (error) {
      if (error instanceof DomainError) return { value: null, error: error.message };
      if (isCanceled(error) || mayPass(error)) throw error;
      this.logger.error({ err: error, rule: rule.id }, 'an alert rule cannot be measured');
      return {
        value: null,
        error: 'The rule cannot be measured. The log of the server says why.',
      };
    }
  }

  private readRows(rule: MeasuredRule, range: MeasuredRange): Promise<number | null> {
    return this.measures.read(rule.projectId, rule, range, MAX_SECONDS);
  }
}

function selectGroups({ comparison }: Pick<AlertRuleEntity, 'comparison'>): GroupSelection {
  return { max: MAX_GROUPS, order: comparison === 'ABOVE' ? 'HIGHEST' : 'LOWEST' };
}

function findWindow(
  { windowMinutes }: Pick<AlertRuleEntity, 'windowMinutes'>,
  now: Date,
): MeasuredRange {
  const start = now.getTime() - windowMinutes * MINUTE_MS;
  const isLong = windowMinutes >= LONG_WINDOW_MINUTES;
  const begin = isLong ? Math.floor(start / QUARTER_MS) * QUARTER_MS : start;
  return { start: new Date(begin).toISOString(), end: now.toISOString() };
}

function subtractWeek(now: Date): Date {
  return new Date(now.getTime() - WEEK_MS);
}

function readValue(
  { projectId, measure }: MeasuredRule,
  found: ReadonlyMap<number, RolledMeasures>,
): number | null {
  return found.get(projectId)?.[measure] ?? emptyValue({ measure });
}

/** Returns the change in percent; null if there was nothing to compare with. */
function toChange(value: number, before: number | null): number | null {
  return before === null || before === 0 ? null : ((value - before) / Math.abs(before)) * 100;
}
