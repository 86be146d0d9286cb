/** The cost of one test file, or with an empty path, of everything that belongs to no file. */
export interface Cost {
  path: string;
  /** CPU seconds by kind. */
  seconds: Record<string, number>;
  /** The processes that the file started. */
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
