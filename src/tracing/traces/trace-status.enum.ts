/** Whether spans of a trace failed. */
export enum TraceStatus {
  /** No span failed. */
  OK = 'OK',
  /** At least one span failed. */
  ERROR = 'ERROR',
}
