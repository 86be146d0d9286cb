/**
 * SQL for whether it is known how long a span, trace or session took: it does not end before it starts. Spans that were
 * sent without a start or an end have started or ended in 1970.
 * @param row the table's alias.
 */
export function hasDuration(row: string): string {
  return `(${row}.end_time >= ${row}.start_time AND ${row}.start_time > 'epoch')`;
}

/**
 * SQL for the milliseconds between the start and the end of a span, trace or session; null if they are unknown.
 * @param row the table's alias.
 */
export function durationMsOf(row: string): string {
  const duration = `extract(epoch FROM ${row}.end_time - ${row}.start_time) * 1000`;
  return `(CASE WHEN ${hasDuration(row)} THEN ${duration} END)`;
}
