import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Identity } from '../kernel/access/access.js';
import { Masks } from '../masking/masks.contract.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import type { OtlpEncoding } from './decode/decode-traces.js';
import { explainNothing } from './decode/explain-nothing.js';
import type { Sender } from './admit/exporter-counts.js';
import { ExporterHealth } from './admit/exporter-health.js';
import { describeRejections, type PartialSuccess } from './export-response.js';
import { ForeignSpans } from './admit/foreign-spans.js';
import { GROUP_LIMITS, GroupCommit } from './store/group-commit.js';
import { METRIC_WRITERS } from './store/ingest-pool.js';
import { IngestionErrors } from './admit/ingestion-errors.js';
import type { OtlpSignal } from './otlp-signal.js';
import { decodeMetrics } from './decode/metrics/decode-metrics.js';
import { type MetricRequest, MetricWriter } from './store/metrics/metric-writer.js';

/** Of memory for a point besides its attributes. */
const POINT_BYTES = 400;

/** Names that an answer lists. */
const MAX_LISTED = 10;

/** Metrics. */
@Injectable()
export class MetricSignal implements OtlpSignal<MetricRequest> {
  private readonly commits: GroupCommit<MetricRequest, string[]>;

  constructor(
    @Inject(ENV) private readonly env: Env,
    writer: MetricWriter,
    private readonly foreign: ForeignSpans,
    private readonly masks: Masks,
    private readonly errors: IngestionErrors,
    private readonly exporters: ExporterHealth,
  ) {
    this.commits = new GroupCommit((requests) => writer.write(requests), {
      ...GROUP_LIMITS,
      writers: METRIC_WRITERS,
    });
  }

  decode(body: Uint8Array, encoding: OtlpEncoding, projectName: string | undefined): MetricRequest {
    const { defaultProject } = this.env;
    const decoded = decodeMetrics(body, encoding, {
      defaultProject,
      maskOf: this.masks.of,
      projectName: projectName === '' ? defaultProject : projectName,
      receivedAt: BigInt(Date.now()) * 1000n,
    });
    const isEmpty = decoded.points.length + decoded.rejected.length === 0;
    return {
      ...decoded,
      warning: isEmpty ? explainNothing('metrics', body, encoding) : null,
      digest: createHash('sha256').update('metrics').update(body).digest(),
      byteSize: decoded.points.reduce((sum, { attributesJson }) => sum + attributesJson.length, 0),
    };
  }

  heldBytesOf({ points, byteSize }: MetricRequest): number {
    return byteSize + points.length * POINT_BYTES;
  }

  async store(
    request: MetricRequest,
    caller: Identity,
    sender: Sender,
  ): Promise<PartialSuccess | null> {
    const { items: points, ...others } = await this.foreign.refuseItems(
      request,
      request.points,
      'metrics',
      caller,
    );
    const allowed = { ...request, ...others, points };
    const dropped = allowed.points.length === 0 ? [] : await this.commits.add(allowed);
    const { rejected } = allowed;
    if (rejected.length > 0) await this.errors.record(rejected);
    this.exporters.observe(allowed.sources, rejected, sender);
    return (
      describeRejections('rejectedDataPoints', rejected, allowed.warning) ??
      (dropped.length > 0 ? describeDropped(dropped) : null)
    );
  }

  /** Resolves when all earlier requests are settled. */
  drain(): Promise<void> {
    return this.commits.drain();
  }
}

/** Describes metrics that are not kept. Nothing is wrong with them, so none of their points count as rejected. */
function describeDropped(names: readonly string[]): PartialSuccess {
  const listed = names.slice(0, MAX_LISTED).join(', ');
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  const message = `Counted, but not kept: ${listed}${more}. The settings of the project can keep all metrics.`;
  return { field: 'rejectedDataPoints', count: 0, message };
}
