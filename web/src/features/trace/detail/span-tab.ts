/** The tabs of the span detail. */
export const SPAN_TABS = ['info', 'attributes', 'events', 'raw'] as const;

/** One tab of the span detail. */
export type SpanTab = (typeof SPAN_TABS)[number];
