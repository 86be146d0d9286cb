import { TracePanel } from './trace-panel.js';

/** The trace panel over the list of traces. */
export function TraceOverTraces() {
  return <TracePanel list="traces" />;
}

/** The trace panel over the list of spans. */
export function TraceOverSpans() {
  return <TracePanel list="spans" />;
}
