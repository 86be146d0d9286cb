import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { Masks } from '../masking/masks.contract.js';
import type { KeptSpanContent, Refusal, SpanResender } from '../spans/span-resender.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { decodeTraces } from './decode/decode-traces.js';
import { MalformedBodyError } from './decode/errors.js';
import type { DecodedSpans } from './decode/span-record.js';
import type { EncodedSpan } from './store/encode-spans.js';
import { Ingestion } from './ingestion.js';
import { compressPacks } from './store/payload-packs.js';
import { SPAN_WRITER, type SpanWriter } from './store/span-writer.js';

interface Project {
  id: number;
  name: string;
}

/** Refused spans that are sent again. They take the way of all others, except that nobody waits for them. */
@Injectable()
export class ResentSpans implements SpanResender {
  /** Uses one connection, so that senders have the others. */
  private readonly inTurn = pLimit(1);

  constructor(
    @Inject(ENV) private readonly env: Env,
    @Inject(SPAN_WRITER) private readonly writer: SpanWriter,
    private readonly ingestion: Ingestion,
    private readonly masks: Masks,
  ) {}

  resend(spans: readonly KeptSpanContent[], project: Project): Promise<(Refusal | null)[]> {
    return this.inTurn(() => this.store(spans, project));
  }

  private async store(
    spans: readonly KeptSpanContent[],
    project: Project,
  ): Promise<(Refusal | null)[]> {
    const prepared = spans.map((span) => this.prepare(span, project));
    const ready = prepared.filter((one): one is EncodedSpan => 'rows' in one);
    const { spans: own, rejected } = await this.ingestion.refuseOutside(project, {
      spans: ready,
      rejected: [],
      sources: [],
      byteSize: 0,
    });
    const allowed = new Set(own);
    const foreign = new Map(
      ready.filter((span) => !allowed.has(span)).map((span, at) => [span, rejected[at]!]),
    );
    await compressPacks(own.map(({ place }) => place?.pack ?? null));
    // One that was created since under the same name is another project.
    const { refused } = await this.writer.write(own, project.id);
    return prepared.map((one) => {
      if (!('rows' in one)) return one;
      const refusal = foreign.get(one) ?? refused.get(one);
      return refusal ? { reason: refusal.reason, message: refusal.message } : null;
    });
  }

  /** Returns the span ready to be written, or why it is refused. */
  private prepare(span: KeptSpanContent, project: Project): EncodedSpan | Refusal {
    try {
      const { spans, rejected } = this.ingestion.encode(this.decode(span, project));
      const [refusal] = rejected;
      if (refusal) return { reason: refusal.reason, message: refusal.message };
      return spans[0] ?? { reason: 'unprocessable', message: 'There is no span in it.' };
    } catch (error) {
      if (!(error instanceof MalformedBodyError)) throw error;
      return { reason: 'unprocessable', message: error.message };
    }
  }

  /** Masks what the rules of now were not applied to yet. */
  private decode(
    { content, acceptsAnyId, maskedBy }: KeptSpanContent,
    { name }: Project,
  ): DecodedSpans {
    const mask = this.masks.of(name);
    const isMasked = mask?.fingerprint === maskedBy;
    return decodeTraces(content, 'json', {
      defaultProject: this.env.defaultProject,
      projectName: name,
      maskOf: () => (isMasked ? null : mask),
      ids: acceptsAnyId ? 'any' : 'hex',
    });
  }
}
