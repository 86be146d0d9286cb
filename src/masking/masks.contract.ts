import type { Mask } from './mask.contract.js';

/** Returns the mask of the spans that are sent to a project; null if they are stored as they are. */
export type MaskOf = (projectName: string) => Mask | null;

/** The masks of all projects. The feature `masking` provides them. */
export abstract class Masks {
  /** @throws UnavailableError until the masks have been read. */
  abstract readonly of: MaskOf;
}
