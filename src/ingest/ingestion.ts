import { Inject, Injectable } from '@nestjs/common';
import type { Identity, KeyInUse } from '../kernel/access/access.js';
import { BadRequestError, ForbiddenError } from '../kernel/errors/errors.js';
import { Masks } from '../masking/masks.contract.js';
import { ENV } from '../kernel/environment.js';
import type { Env } from '../config/env.js';
import { decodeTraces, type OtlpEncoding } from './decode/decode-traces.js';
import { explainNothing } from './decode/explain-nothing.js';
import { type EncodedSpans, encodeSpans } from './store/encode-spans.js';
import type { Sender } from './admit/exporter-counts.js';
import { ExporterHealth } from './admit/exporter-health.js';
import { ForeignSpans } from './admit/foreign-spans.js';
import { receivedSpans } from './store/ingest.metrics.js';
import { compressPacks } from './store/payload-packs.js';
import { PayloadPacking } from './store/payload-packing.service.js';
import { SpanBuffer } from './store/span-buffer.js';
import type { DecodedSpans, RejectedSpan } from './decode/span-record.js';

/** Processes a request after its body is read, for HTTP and gRPC. */
@Injectable()
export class Ingestion {
  constructor(
    @Inject(ENV) private readonly env: Env,
    private readonly buffer: SpanBuffer,
    private readonly foreign: ForeignSpans,
    private readonly packing: PayloadPacking,
    private readonly masks: Masks,
    private readonly exporters: ExporterHealth,
  ) {}

  /**
   * Decodes the spans of an OTLP request and encodes them for the database.
   * @param projectName overrides the project that the resources name. Empty means the default
   * project.
   * @throws MalformedBodyError if the body cannot be decoded.
   */
  decode(body: Uint8Array, encoding: OtlpEncoding, projectName: string | undefined): EncodedSpans {
    const { defaultProject } = this.env;
    const decoded = decodeTraces(body, encoding, {
      defaultProject,
      maskOf: this.masks.of,
      projectName: projectName === '' ? defaultProject : projectName,
      receivedAt: BigInt(Date.now()) * 1000n,
    });
    const isEmpty = decoded.spans.length + decoded.rejected.length === 0;
    const warning = isEmpty ? explainNothing('spans', body, encoding) : null;
    return { ...this.encode(decoded), warning };
  }

  /** Encodes decoded spans for the database. */
  encode({ spans, rejected, sources }: DecodedSpans): EncodedSpans {
    receivedSpans.inc(spans.length + rejected.length);
    const encoded = encodeSpans(spans, this.packing);
    return { ...encoded, sources, rejected: [...rejected, ...encoded.rejected] };
  }

  /** Rejects the spans that a caller may not send. Does not change the others. */
  refuseForeign(caller: Identity, encoded: EncodedSpans): Promise<EncodedSpans> {
    return this.foreign.refuse(encoded, caller);
  }

  /** Rejects the spans that would join a trace or a session of another project than this one. */
  refuseOutside(
    project: NonNullable<KeyInUse['project']>,
    encoded: EncodedSpans,
  ): Promise<EncodedSpans> {
    return this.foreign.refuseOutside(encoded, project, `the project "${project.name}"`);
  }

  /**
   * Stores encoded spans.
   * @param sender who sent them over OTLP.
   * @returns the rejected spans, once the others are committed.
   * @throws UnavailableError if they cannot be stored now.
   */
  async store(encoded: EncodedSpans, sender?: Sender): Promise<RejectedSpan[]> {
    await compressPacks(encoded.spans.map(({ place }) => place?.pack ?? null));
    const rejected = await this.buffer.add(encoded);
    if (sender) this.exporters.observe(encoded.sources, rejected, sender);
    return rejected;
  }
}

/**
 * Returns the project that overrides the one that spans name; undefined if the spans decide. Spans
 * sent with a key for one project go to that project.
 * @param named the value of the header `x-project-name`.
 * @throws ForbiddenError if the header names another project than the key's.
 */
export function chooseProject({ key }: Identity, named: string | undefined): string | undefined {
  const own = key?.project?.name;
  if (own === undefined) return named;
  if (named !== undefined && named !== own) {
    throw new ForbiddenError(`This API key works only for the project "${own}".`);
  }
  return own;
}

/**
 * Returns the value of `x-project-name`; undefined if it is missing.
 * @throws BadRequestError if there are several, because any choice could be the wrong project.
 */
export function readOnlyName(values: readonly string[]): string | undefined {
  if (values.length > 1) throw new BadRequestError('Send x-project-name only once.');
  return values[0];
}
