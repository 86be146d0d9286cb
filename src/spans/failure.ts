/** SQL of whether a span has failed. Those that sent no status have neither failed nor are they OK. */
export function isFailedSpan(span: string): string {
  return `${span}.status_code = 'ERROR'`;
}

/** SQL of whether a span says that it is OK. */
export function isOkSpan(span: string): string {
  return `${span}.status_code = 'OK'`;
}

/** SQL of whether a trace has failed: whether any of its spans has. */
export function isFailedTrace(trace: string): string {
  return `${trace}.error_count > 0`;
}

/** SQL of whether no span of a trace has failed. */
export function isOkTrace(trace: string): string {
  return `${trace}.error_count = 0`;
}

/**
 * SQL of the status of a trace or a session.
 * @param isFailed SQL of whether it has failed.
 */
export function statusOf(isFailed: string): string {
  return `CASE WHEN ${isFailed} THEN 'ERROR' ELSE 'OK' END`;
}
