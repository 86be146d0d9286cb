/** What one test file has cost, or with an empty path, what belongs to no file. */
export interface Cost {
  path: string;
  /** CPU seconds by kind. */
  seconds: Record<string, number>;
  /** What the file started. */
  counts: Record<string, number>;
}

export interface Budget {
  speed: number;
  groups: Record<string, number>;
  files: Record<string, number>;
}

export function readCosts(
  records: string,
  samples: readonly { at: number; worker: number; kind: string; seconds: number }[],
): Promise<Cost[]>;

export function compareWithBudget(
  budget: Budget,
  costs: readonly Cost[],
  groupOf: (path: string) => string,
  machine: { speed: number; load: number },
  isMeasured?: boolean,
): { isWithin: boolean; text: string };
