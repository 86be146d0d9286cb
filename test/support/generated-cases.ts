/** Which generated cases a property is tested with. */
export interface Cases {
  numRuns: number;
  /** Always the same cases. Without it, they differ each time. */
  seed?: number;
}

/** What end-to-end tests take of the cases that endurance tests have. */
export const SAMPLE: Cases = { numRuns: 150, seed: 1 };
