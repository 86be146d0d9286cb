import { Inject, Injectable } from '@nestjs/common';
import type { KeyInUse } from '../common/access/access.js';
import { ENV } from '../config/config.module.js';
import type { Env } from '../config/env.js';
import { decodeTraces, type OtlpEncoding } from './decode/decode-traces.js';
import { type EncodedSpans, encodeSpans } from './encode-spans.js';
import { ForeignSpans } from './foreign-spans.js';
import { receivedSpans } from './ingest.metrics.js';
import { SpanBuffer } from './span-buffer.js';
import type { DecodedSpans, RejectedSpan } from './span-record.js';

/** What happens to a request once its body is read, whichever transport it came over. */
@Injectable()
export class Ingestion {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly buffer: SpanBuffer,
    private readonly foreign: ForeignSpans,
  ) {}

  /**
   * Decodes the spans of an OTLP request and encodes them for the database.
   * @param projectName overrides what the resources say; empty means the default project.
   * @throws MalformedBodyError when the body is not what its encoding says.
   */
  decode(body: Uint8Array, encoding: OtlpEncoding, projectName: string | undefined): EncodedSpans {
    const { defaultProject } = this.env;
    const decoded = decodeTraces(body, encoding, {
      defaultProject,
      projectName: projectName === '' ? defaultProject : projectName,
    });
    return this.encode(decoded);
  }

  /** Encodes decoded spans for the database. */
  encode({ spans, rejected }: DecodedSpans): EncodedSpans {
    receivedSpans.inc(spans.length + rejected.length);
    const encoded = encodeSpans(spans);
    return { ...encoded, rejected: [...rejected, ...encoded.rejected] };
  }

  /** Refuses what a key for one project may not reach; all else stays as it is. */
  within(project: KeyInUse['project'] | undefined, encoded: EncodedSpans): Promise<EncodedSpans> {
    return this.foreign.refuse(encoded, project);
  }

  /**
   * Stores encoded spans.
   * @returns the refused ones, after the others are committed.
   * @throws UnavailableError when they could not be stored now.
   */
  store(encoded: EncodedSpans): Promise<RejectedSpan[]> {
    return this.buffer.add(encoded);
  }
}
