import { Tooltip } from '@mantine/core';
import { formatDuration } from '../../../lib/format/numbers.js';
import { formatAbsolute, toMicroseconds } from '../../../lib/time/time.js';
import type { DetailedSpan, SpanEvent } from '../api/span-query.js';
import { isObject, type Json } from '../../../lib/json/exact-json.js';
import { JsonView } from '../../../components/text/json-view.js';
import { Card } from './card.js';
import { ExceptionCard } from './exception-card.js';
import { readException } from './exception.js';
import classes from './events-tab.module.css';

/** The events during the span, each with its offset from the start. */
export function EventsTab({ span }: { span: DetailedSpan }) {
  if (span.events.length === 0) {
    return <p className={classes.nothing}>This span recorded no events.</p>;
  }
  return (
    <ol className={classes.events}>
      {span.events.map((event, place) => (
        <li key={place} className={classes.event}>
          <EventTime event={event} start={span.startTime} />
          <EventBody event={event} />
        </li>
      ))}
    </ol>
  );
}

function EventTime({ event, start }: { event: SpanEvent; start: string }) {
  const after = (toMicroseconds(event.timestamp) - toMicroseconds(start)) / 1000;
  return (
    <Tooltip label={formatAbsolute(event.timestamp)}>
      <time className={`${classes.time} numeric`} dateTime={event.timestamp}>
        {after >= 0 ? '+' : ''}
        {formatDuration(after)}
      </time>
    </Tooltip>
  );
}

function EventBody({ event }: { event: SpanEvent }) {
  const exception = readException(event);
  if (exception) return <ExceptionCard exception={exception} open />;
  const attributes = event.attributes as Json;
  const withAttributes = isObject(attributes) && Object.keys(attributes).length > 0;
  return (
    <Card title={<span className={classes.name}>{event.name}</span>}>
      {withAttributes ? <JsonView value={attributes} /> : null}
    </Card>
  );
}
