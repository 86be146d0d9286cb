import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Identity } from '../kernel/access/access.js';
import { Masks } from '../masking/masks.contract.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { SpansOfEvents } from './decode/coding-agents/spans-of-events.js';
import type { OtlpEncoding } from './decode/decode-traces.js';
import { explainNothing } from './decode/explain-nothing.js';
import type { RejectedSpan } from './decode/span-record.js';
import type { Sender } from './admit/exporter-counts.js';
import { ExporterHealth } from './admit/exporter-health.js';
import { describeRejections, type PartialSuccess } from './export-response.js';
import { ForeignSpans } from './admit/foreign-spans.js';
import { GROUP_LIMITS, GroupCommit } from './store/group-commit.js';
import { Ingestion } from './ingestion.js';
import { IngestionErrors } from './admit/ingestion-errors.js';
import { LOG_WRITERS } from './store/ingest-pool.js';
import { discardedLogs, storedLogs } from './store/ingest.metrics.js';
import type { OtlpSignal } from './otlp-signal.js';
import { decodeLogs } from './decode/logs/decode-logs.js';
import { type EncodedLogs, encodeLogs, heldBytesOf } from './store/logs/encode-logs.js';
import { LogWriter } from './store/logs/log-writer.js';

/** Log records. */
@Injectable()
export class LogSignal implements OtlpSignal<EncodedLogs> {
  readonly heldBytesOf = heldBytesOf;
  private readonly agents = new SpansOfEvents();
  private readonly commits: GroupCommit<EncodedLogs, RejectedSpan[]>;

  constructor(
    @Inject(ENV) private readonly env: Env,
    writer: LogWriter,
    private readonly ingestion: Ingestion,
    private readonly foreign: ForeignSpans,
    private readonly masks: Masks,
    private readonly errors: IngestionErrors,
    private readonly exporters: ExporterHealth,
  ) {
    this.commits = new GroupCommit((requests) => writer.write(requests), {
      ...GROUP_LIMITS,
      writers: LOG_WRITERS,
    });
  }

  decode(body: Uint8Array, encoding: OtlpEncoding, projectName: string | undefined): EncodedLogs {
    const { defaultProject } = this.env;
    const decoded = decodeLogs(body, encoding, {
      defaultProject,
      maskOf: this.masks.of,
      projectName: projectName === '' ? defaultProject : projectName,
      receivedAt: BigInt(Date.now()) * 1000n,
      agents: this.agents,
    });
    const digest = createHash('sha256').update('logs').update(body).digest();
    const isEmpty = decoded.logs.length + decoded.rejected.length === 0;
    const warning = isEmpty ? explainNothing('logs', body, encoding) : null;
    return encodeLogs(decoded, this.ingestion.encode(decoded.spans), { digest, warning });
  }

  async store(
    encoded: EncodedLogs,
    caller: Identity,
    sender: Sender,
  ): Promise<PartialSuccess | null> {
    await this.storeSpans(encoded, caller);
    const { items: logs, ...others } = await this.foreign.refuseItems(
      encoded,
      encoded.logs,
      'log records',
      caller,
    );
    const allowed = { ...encoded, ...others, logs };
    const refused = allowed.logs.length === 0 ? [] : await this.commits.add(allowed);
    const rejected = [...allowed.rejected, ...refused];
    storedLogs.inc(encoded.logs.length - refused.length);
    for (const { reason } of rejected) discardedLogs.inc({ reason });
    if (rejected.length > 0) await this.errors.record(rejected);
    this.exporters.observe(allowed.sources, rejected, sender);
    return describeRejections('rejectedLogRecords', rejected, encoded.warning);
  }

  /** Resolves when all earlier requests are settled. */
  drain(): Promise<void> {
    return this.commits.drain();
  }

  /** Stores them first: if the log records cannot be stored, sending both again makes the same spans. */
  private async storeSpans({ spans }: EncodedLogs, caller: Identity): Promise<void> {
    if (spans.spans.length + spans.rejected.length === 0) return;
    await this.ingestion.store(await this.ingestion.refuseForeign(caller, spans));
  }
}
