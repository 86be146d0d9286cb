import { TracePanel } from './trace-panel.js';

/** A trace over the list of traces. */
export function TraceOverTraces() {
  return <TracePanel list="traces" />;
}

/** A trace over the list of spans. */
export function TraceOverSpans() {
  return <TracePanel list="spans" />;
}
