import { Injectable } from '@nestjs/common';
import { type BatchLoader, loadInGroups } from '../../../kernel/graphql/loaders.js';
import { type LoggedSpan, type LogRecordRow, LogsService } from '../logs.service.js';

/** One page of a span's log records. */
interface SpanLogsKey extends LoggedSpan {
  afterId: number | null;
  limit: number;
}

/** Loads the log records of many spans at once. */
@Injectable()
export class LogsLoaders {
  constructor(private readonly logs: LogsService) {}

  readonly ofSpan: BatchLoader<SpanLogsKey, LogRecordRow[]> = {
    cacheKey: (key) => `${toSpanText(key)} ${toPageText(key)}`,
    batch: (keys) =>
      loadInGroups(
        keys,
        toPageText,
        (group, { afterId, limit }) => this.logs.listBySpan(group, afterId, limit),
        ({ limit }) => limit,
      ),
  };

  readonly countOfSpan: BatchLoader<LoggedSpan, number> = {
    cacheKey: toSpanText,
    batch: (spans) => this.logs.countBySpan(spans),
  };
}

function toSpanText({ projectId, traceId, spanId }: LoggedSpan): string {
  return JSON.stringify([projectId, traceId, spanId]);
}

function toPageText({ afterId, limit }: SpanLogsKey): string {
  return `${afterId} ${limit}`;
}
