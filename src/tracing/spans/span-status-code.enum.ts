/** How a span ended; UNSET when its instrumentation did not say. */
export enum SpanStatusCode {
  OK = 'OK',
  ERROR = 'ERROR',
  UNSET = 'UNSET',
}
