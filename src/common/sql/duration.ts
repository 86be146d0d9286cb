/**
 * SQL for the milliseconds between the start and the end of a span, trace or session; null if it ends
 * before it starts. Spans that were sent without an end have ended in 1970.
 * @param row the table's alias.
 */
export function durationMsOf(row: string): string {
  const [start, end] = [`${row}.start_time`, `${row}.end_time`];
  return `(CASE WHEN ${end} >= ${start} THEN extract(epoch FROM ${end} - ${start}) * 1000 END)`;
}
