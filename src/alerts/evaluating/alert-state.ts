import type { AlertRuleEntity } from '../alert-rule.entity.js';

/** What a rule remembers between evaluations. */
export type AlertProgress = Pick<
  AlertRuleEntity,
  'state' | 'stateSince' | 'insideSince' | 'lastMessageAt'
>;

/** Whether a value is on the side of the threshold on which a rule fires. */
export function isBeyond(
  { comparison, threshold }: Pick<AlertRuleEntity, 'comparison' | 'threshold'>,
  value: number,
): boolean {
  return comparison === 'ABOVE' ? value > threshold : value < threshold;
}

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

function changeTo(state: AlertProgress['state'], at: string): AlertProgress {
  return { state, stateSince: at, insideSince: null, lastMessageAt: at };
}
