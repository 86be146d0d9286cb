import { emptyValue, type MeasuredGroup } from '../../tracing/figures/measures/measures.service.js';
import type { Measurement } from '../alert-measures.service.js';
import { isBeyond } from '../is-beyond.js';
import type { AlertGroup, AlertRuleEntity } from '../alert-rule.entity.js';

/** The state of a rule between evaluations. */
export type AlertProgress = Pick<
  AlertRuleEntity,
  'state' | 'stateSince' | 'insideSince' | 'lastMessageAt'
>;

/**
 * Decides what a rule does after an evaluation. It fires as soon as its value is beyond the threshold,
 * and resolves once the value was inside for the quiet time. After a message, it keeps its state for
 * the quiet time, so a value that flaps causes no more than one message in this time.
 * @param beyond null if there was nothing to measure, which changes nothing.
 */
export function advance(
  known: AlertProgress,
  beyond: boolean | null,
  quietMinutes: number,
  now: Date,
): { progress: AlertProgress; hasChanged: boolean } {
  const quietMs = quietMinutes * 60_000;
  const hasPassedSince = (time: string) => now.getTime() - Date.parse(time) >= quietMs;
  const mayTell = known.lastMessageAt === null || hasPassedSince(known.lastMessageAt);
  const at = now.toISOString();
  if (beyond === null) return { progress: known, hasChanged: false };
  if (known.state === 'OK') {
    if (!beyond || !mayTell) return { progress: known, hasChanged: false };
    return { progress: changeTo('FIRING', at), hasChanged: true };
  }
  if (beyond) return { progress: { ...known, insideSince: null }, hasChanged: false };
  const insideSince = known.insideSince ?? at;
  return hasPassedSince(insideSince) && mayTell
    ? { progress: changeTo('OK', at), hasChanged: true }
    : { progress: { ...known, insideSince }, hasChanged: false };
}

/** The effect of an evaluation on the groups of a rule. */
export interface GroupChanges {
  /** The groups to store with the rule. */
  groups: AlertGroup[];
  /** Those that have begun to fire, and those that no longer do. */
  fired: AlertGroup[];
  resolved: AlertGroup[];
}

/** The fields of a rule that determine how its groups change. */
type GroupedRule = Pick<
  AlertRuleEntity,
  'measure' | 'comparison' | 'threshold' | 'windowMinutes' | 'quietMinutes' | 'groups'
>;

/** How many groups a rule remembers: those that were measured last. */
const MAX_REMEMBERED = 200;

/**
 * Decides what the groups of a rule do after an evaluation, each like a rule of its own. One that is
 * missing for longer than the window and the quiet time is forgotten without a message, unless it
 * counts as inside the threshold and so resolves anyway.
 */
export function advanceGroups(
  rule: GroupedRule,
  { groups: measured = [], hasMore = false }: Measurement,
  now: Date,
): GroupChanges {
  const at = now.toISOString();
  const quietMs = rule.quietMinutes * 60_000;
  const longestMs = rule.windowMinutes * 60_000 + quietMs;
  const findAge = (time: string) => now.getTime() - Date.parse(time);
  const known = new Map(rule.groups.map((group) => [group.key, group]));
  const values = new Map(measured.map(({ key, value }) => [key, value]));
  const ofMissing = judgeMissing(rule, measured, hasMore);
  const changes: GroupChanges = { groups: [], fired: [], resolved: [] };
  for (const key of new Set([...values.keys(), ...known.keys()])) {
    const found = values.get(key);
    const isMissing = found === undefined;
    const { value, beyond } = isMissing
      ? ofMissing
      : { value: found, beyond: isBeyond(rule, found) };
    const missingSince = isMissing ? (known.get(key)?.missingSince ?? at) : null;
    const isLost = missingSince !== null && findAge(missingSince) > longestMs;
    if (isLost && beyond !== false) continue;
    const before = known.get(key) ?? { ...changeTo('OK', at), lastMessageAt: null };
    const { progress, hasChanged } = advance(before, beyond, rule.quietMinutes, now);
    const { state, stateSince, insideSince, lastMessageAt } = progress;
    const group = { key, state, stateSince, insideSince, lastMessageAt, missingSince, value };
    if (hasChanged) changes[state === 'FIRING' ? 'fired' : 'resolved'].push(group);
    const isQuiet = lastMessageAt !== null && findAge(lastMessageAt) < quietMs;
    if (state === 'FIRING' || isQuiet) changes.groups.push(group);
  }
  // Measured groups come before missing ones each time, so the last are missing for the longest time.
  return { ...changes, groups: changes.groups.slice(0, MAX_REMEMBERED) };
}

/**
 * Decides how groups count that the rule remembers, but that were not measured. They are inside the
 * threshold, with two exceptions: if there are more groups than were measured and all of these are
 * beyond it, nobody knows; and if all were measured, a rule that fires below its threshold takes a
 * count, tokens or a cost as 0.
 */
function judgeMissing(
  rule: GroupedRule,
  measured: readonly MeasuredGroup[],
  hasMore: boolean,
): { value: number | null; beyond: boolean | null } {
  if (hasMore) {
    const last = measured.at(-1);
    return { value: null, beyond: last && isBeyond(rule, last.value) ? null : false };
  }
  const value = rule.comparison === 'BELOW' ? emptyValue(rule) : null;
  return { value, beyond: value !== null && isBeyond(rule, value) };
}

/** Returns the state of a rule with groups: it fires while any of them does. */
export function toRuleProgress(
  known: AlertProgress,
  groups: readonly AlertGroup[],
  now: Date,
): AlertProgress {
  const state = groups.some((group) => group.state === 'FIRING') ? 'FIRING' : 'OK';
  const stateSince = state === known.state ? known.stateSince : now.toISOString();
  return { state, stateSince, insideSince: null, lastMessageAt: null };
}

function changeTo(state: AlertProgress['state'], at: string): AlertProgress {
  return { state, stateSince: at, insideSince: null, lastMessageAt: at };
}
