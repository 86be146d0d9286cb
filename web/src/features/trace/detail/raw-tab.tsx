import { useMemo } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import type { DetailedSpan } from '../api/span-query.js';
import { printExactJson, type Json, type JsonObject } from '../../../lib/json/exact-json.js';
import { JsonView } from '../../../components/text/json-view.js';
import classes from './raw-tab.module.css';

/** The whole span as JSON. */
export function RawTab({ span, attributes }: { span: DetailedSpan; attributes: Json }) {
  const value = useMemo(() => toRawSpan(span, attributes), [span, attributes]);
  return (
    <>
      <div className={classes.bar}>
        <CopyButton value={() => printExactJson(value)} label="JSON" withLabel />
      </div>
      <JsonView value={value} maxLines={400} />
    </>
  );
}

/** Returns the span in the format of the REST API. */
function toRawSpan(span: DetailedSpan, attributes: Json): JsonObject {
  return {
    id: span.id,
    name: span.name,
    context: { trace_id: span.context.traceId, span_id: span.spanId },
    span_kind: span.spanKind.toUpperCase(),
    start_time: span.startTime,
    end_time: span.endTime,
    status_code: span.statusCode,
    status_message: span.statusMessage,
    attributes,
    events: span.events.map((event) => ({
      name: event.name,
      timestamp: event.timestamp,
      attributes: event.attributes as Json,
    })),
  };
}
