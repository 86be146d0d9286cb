import { Injectable } from '@nestjs/common';
import type { Identity } from '../kernel/access/access.js';
import type { OtlpEncoding } from './decode/decode-traces.js';
import { type EncodedSpans, heldBytesOf } from './store/encode-spans.js';
import type { Sender } from './admit/exporter-counts.js';
import { describeRejections, type PartialSuccess } from './export-response.js';
import { Ingestion } from './ingestion.js';
import type { OtlpSignal } from './otlp-signal.js';

/** Spans. */
@Injectable()
export class SpanSignal implements OtlpSignal<EncodedSpans> {
  readonly heldBytesOf = heldBytesOf;

  constructor(private readonly ingestion: Ingestion) {}

  decode(body: Uint8Array, encoding: OtlpEncoding, projectName: string | undefined): EncodedSpans {
    return this.ingestion.decode(body, encoding, projectName);
  }

  async store(
    encoded: EncodedSpans,
    caller: Identity,
    sender: Sender,
  ): Promise<PartialSuccess | null> {
    const allowed = await this.ingestion.refuseForeign(caller, encoded);
    const rejected = await this.ingestion.store(allowed, sender);
    return describeRejections('rejectedSpans', rejected, encoded.warning);
  }
}
