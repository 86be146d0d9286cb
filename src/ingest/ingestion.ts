import { Inject, Injectable } from '@nestjs/common';
import { ENV } from '../config/config.module.js';
import type { Env } from '../config/env.js';
import { decodeTraces, type OtlpEncoding } from './decode/decode-traces.js';
import { receivedSpans } from './ingest.metrics.js';
import { SpanBuffer } from './span-buffer.js';
import type { DecodedSpans, RejectedSpan } from './span-record.js';

/** What happens to a request once its body is read, whichever transport it came over. */
@Injectable()
export class Ingestion {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly buffer: SpanBuffer,
  ) {}

  /**
   * Decodes the spans of an OTLP request.
   * @param projectName overrides what the resources say; empty means the default project.
   * @throws MalformedBodyError when the body is not what its encoding says.
   */
  decode(body: Uint8Array, encoding: OtlpEncoding, projectName: string | undefined): DecodedSpans {
    const { defaultProject } = this.env;
    return decodeTraces(body, encoding, {
      defaultProject,
      projectName: projectName === '' ? defaultProject : projectName,
    });
  }

  /**
   * Stores decoded spans.
   * @returns the refused ones, after the others are committed.
   * @throws UnavailableError when they could not be stored now.
   */
  store(decoded: DecodedSpans): Promise<RejectedSpan[]> {
    receivedSpans.inc(decoded.spans.length + decoded.rejected.length);
    return this.buffer.add(decoded);
  }
}
