/** Why sampling keeps traces, in the order in which the server looks. */
export const KEPT_BECAUSE = {
  PROTECTED: 'judged or referred to',
  FAILED: 'failed',
  SLOW: 'slow',
  EXPENSIVE: 'expensive',
  BADLY_SCORED: 'badly scored',
  CONDITION: 'by condition',
  SHARE: 'by share',
} as const;

/** Returns why a trace is kept, in words; undefined if it is not, or not for a reason of sampling. */
export function describeKept(
  outcome: keyof typeof KEPT_BECAUSE | 'DROPPED' | null,
): string | undefined {
  return outcome === null || outcome === 'DROPPED' ? undefined : KEPT_BECAUSE[outcome];
}
