/** The tag of the experiment that the others of its dataset are compared with. */
export const BASELINE = 'baseline';
