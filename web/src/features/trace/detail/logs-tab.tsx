import { Button, Loader, Tooltip } from '@mantine/core';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { MoreError } from '../../../components/feedback/more-error.js';
import { SeverityMark } from '../../../components/logs/severity-mark.js';
import { JsonView } from '../../../components/text/json-view.js';
import { formatDuration } from '../../../lib/format/numbers.js';
import { isObject, parseExactJson } from '../../../lib/json/exact-json.js';
import { formatAbsolute, toMicroseconds } from '../../../lib/time/time.js';
import type { DetailedSpan } from '../api/span-query.js';
import { Card } from './card.js';
import classes from './events-tab.module.css';
import { graphql, type ResultOf } from '../../../graphql.js';
import { createPageSource, usePages } from '../../../lib/data/use-pages.js';

const PAGE_SIZE = 100;

const SpanLogsQuery = graphql(`
  query SpanLogs($id: ID!, $first: Int!, $after: String) {
    node(id: $id) {
      __typename
      ... on Span {
        id
        logRecords(first: $first, after: $after) {
          edges {
            node {
              id
              time
              severity
              severityText
              eventName
              body
              isJsonBody
              attributes
            }
          }
          pageInfo {
            hasNextPage
            endCursor
          }
        }
      }
    }
  }
`);

type Span = Extract<ResultOf<typeof SpanLogsQuery>['node'], { __typename: 'Span' }>;

/** A log record of a span. */
type SpanLog = Span['logRecords']['edges'][number]['node'];

/** Lists the log records of a span by global ID, in time order. */
function useSpanLogs(id: string) {
  return usePages(
    createPageSource(SpanLogsQuery, {
      variables: { id, first: PAGE_SIZE },
      connection: (data) => (data.node.__typename === 'Span' ? data.node.logRecords : undefined),
    }),
  );
}

/** The log records of the span in time order, each with its offset from the start. */
export function LogsTab({ span }: { span: DetailedSpan }) {
  const list = useSpanLogs(span.id);
  const { rows, status, error } = list;
  if (status === 'error') return <ErrorState error={error} onRetry={list.reload} />;
  if (status === 'loading') return <Loader size="sm" />;
  if (rows.length === 0) {
    return <p className={classes.nothing}>No log records were sent for this span.</p>;
  }
  return (
    <>
      <ol className={classes.events}>
        {rows.map((log) => (
          <li key={log.id} className={classes.event}>
            <LogTime log={log} start={span.startTime} />
            <LogBody log={log} />
          </li>
        ))}
      </ol>
      <MoreError list={list} />
      {list.hasNextPage && !error ? (
        <Button variant="default" mt={12} loading={list.isLoadingMore} onClick={list.loadMore}>
          Show more
        </Button>
      ) : null}
    </>
  );
}

function LogTime({ log, start }: { log: SpanLog; start: string }) {
  const after = (toMicroseconds(log.time) - toMicroseconds(start)) / 1000;
  return (
    <Tooltip label={formatAbsolute(log.time)}>
      <time className={`${classes.time} numeric`} dateTime={log.time}>
        {after >= 0 ? '+' : ''}
        {formatDuration(after)}
      </time>
    </Tooltip>
  );
}

function LogBody({ log }: { log: SpanLog }) {
  const { severity, severityText, eventName, body, isJsonBody } = log;
  const attributes = parseExactJson(log.attributes);
  const withAttributes = isObject(attributes) && Object.keys(attributes).length > 0;
  return (
    <Card
      title={
        <>
          <SeverityMark severity={severity} text={severityText} />{' '}
          {eventName === null ? null : <span className={classes.name}>{eventName}</span>}
        </>
      }
    >
      {body === null ? null : isJsonBody ? (
        <JsonView value={parseExactJson(body)} />
      ) : (
        <pre className={classes.body}>{body}</pre>
      )}
      {withAttributes ? <JsonView value={attributes} /> : null}
    </Card>
  );
}
