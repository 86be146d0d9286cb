import { Injectable } from '@nestjs/common';
import type { RecordedSpan, SpanRecorder } from '../spans/span-recorder.js';
import { Masks } from '../masking/masks.contract.js';
import { keepTurnShort } from '../kernel/threads/turns.js';
import { convertCreatedSpans } from './decode/created-span.js';
import { Ingestion } from './ingestion.js';

/** Stores the spans of this server's own work in the way of all others. */
@Injectable()
export class RecordedSpans implements SpanRecorder {
  constructor(
    private readonly ingestion: Ingestion,
    private readonly masks: Masks,
  ) {}

  async record(projectName: string, spans: readonly RecordedSpan[]): Promise<void> {
    const created = spans.map(({ kind, startTime, endTime, events, ...span }) => ({
      ...span,
      spanKind: kind,
      startTime: toMicros(startTime),
      endTime: toMicros(endTime),
      events: events.map(({ time, ...event }) => ({ ...event, time: toMicros(time) })),
    }));
    await keepTurnShort();
    const encoded = this.ingestion.encode(convertCreatedSpans(created, projectName, this.masks.of));
    const rejected = [...encoded.rejected, ...(await this.ingestion.store(encoded))];
    if (rejected.length > 0) throw new Error(`A span was rejected: ${rejected[0]!.message}`);
  }
}

function toMicros(time: Date): bigint {
  return BigInt(time.getTime()) * 1000n;
}
