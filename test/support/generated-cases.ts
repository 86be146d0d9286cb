/** Which generated cases a property is tested with. */
export interface Cases {
  numRuns: number;
  /** Always the same cases. Without it, they differ each time. */
  seed?: number;
}

/** The sample of the cases of endurance tests that end-to-end tests take. */
export const SAMPLE: Cases = { numRuns: 150, seed: 1 };
