/** What the items of a queue are. */
export enum QueueTarget {
  SPAN = 'SPAN',
  TRACE = 'TRACE',
  SESSION = 'SESSION',
}

/** How far somebody is with an item. */
export enum ReviewState {
  CLAIMED = 'CLAIMED',
  DONE = 'DONE',
  SKIPPED = 'SKIPPED',
}
