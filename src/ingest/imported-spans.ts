import { Inject, Injectable } from '@nestjs/common';
import { UnprocessableError } from '../kernel/errors/errors.js';
import type { CreatedSpan } from '../spans/created-span.js';
import type { ImportOutcome, ReadySpans, SpanImporter } from '../spans/span-importer.js';
import { Masks } from '../masking/masks.contract.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { convertCreatedSpans } from './decode/created-span.js';
import { decodeTraces } from './decode/decode-traces.js';
import { MalformedBodyError } from './decode/errors.js';
import { isProjectNameTooLong } from './decode/limits.js';
import type { EncodedSpan } from './store/encode-spans.js';
import { Ingestion } from './ingestion.js';
import { compressPacks } from './store/payload-packs.js';
import { SPAN_WRITER, type SpanWriter } from './store/span-writer.js';

/**
 * Spans from files and other servers. They take the way of all others, except that their sender
 * makes the batches, because it can wait.
 */
@Injectable()
export class ImportedSpans implements SpanImporter {
  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(SPAN_WRITER) private readonly writer: SpanWriter,
    private readonly ingestion: Ingestion,
    private readonly masks: Masks,
  ) {}

  readOtlpJson(body: Buffer, projectName: string | undefined): ReadySpans {
    const { defaultProject } = this.env;
    try {
      const decoded = decodeTraces(body, 'json', {
        defaultProject,
        projectName,
        maskOf: this.masks.of,
        ids: 'any',
      });
      return this.ingestion.encode(decoded);
    } catch (error) {
      if (error instanceof MalformedBodyError) throw new UnprocessableError(error.message);
      throw error;
    }
  }

  convert(spans: readonly CreatedSpan[], projectName: string): ReadySpans {
    if (isProjectNameTooLong(projectName)) {
      throw new UnprocessableError('The project name is longer than 1024 bytes.');
    }
    return this.ingestion.encode(convertCreatedSpans(spans, projectName, this.masks.of));
  }

  async write(spans: readonly object[]): Promise<ImportOutcome> {
    const encoded = spans as readonly EncodedSpan[];
    await compressPacks(encoded.map(({ place }) => place?.pack ?? null));
    const outcome = await this.writer.write(encoded);
    return { ...outcome, refused: [...outcome.refused.values()] };
  }
}
