/** The kinds of items that a queue can have. */
export enum QueueTarget {
  SPAN = 'SPAN',
  TRACE = 'TRACE',
  SESSION = 'SESSION',
}

/** The state of an item for one reviewer. */
export enum ReviewState {
  CLAIMED = 'CLAIMED',
  DONE = 'DONE',
  SKIPPED = 'SKIPPED',
}
