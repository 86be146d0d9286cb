/** The lists of a project that have views. */
export enum SavedViewList {
  TRACES = 'TRACES',
  SPANS = 'SPANS',
  SESSIONS = 'SESSIONS',
}
