import { cleanText } from '../../kernel/json/clean-json.js';
import type { MaskOf } from '../../masking/masks.contract.js';
import type { DecodedSpans } from './span-record.js';
import { convertSpan } from './convert-span.js';
import { SpanRejectedError } from './errors.js';
import { isProjectNameTooLong } from './limits.js';
import { readOtlpJson } from './otlp-json.js';
import type { OtlpIds } from './otlp-json-fields.js';
import { readOtlpProtobuf } from './otlp-protobuf.js';
import type { OtlpResourceSpans, OtlpSpan } from './otlp-span.js';
import { keepOtlpSpan } from './keep-span.js';
import { maskName, rejectSpan } from './reject.js';
import { summarizeSource } from './span-source.js';

/** How many refused spans of a request can be sent again. Others are only listed. */
export const MAX_KEPT = 1_000;

/** OTLP's two encodings. */
export type OtlpEncoding = 'protobuf' | 'json';

export interface DecodeOptions {
  /** The project of all spans in the request, even if empty. If undefined, the resource decides. */
  projectName?: string | undefined;
  /**
   * The project of spans that name none, and of rejected spans whose project name cannot be stored.
   */
  defaultProject: string;
  maskOf: MaskOf;
  /** Only for JSON; hex by default. */
  ids?: OtlpIds;
  /** When the request arrived, in microseconds since 1970. Without it, its sources are not summed up. */
  receivedAt?: bigint;
}

/**
 * Decodes a decompressed ExportTraceServiceRequest into rows. Rejects spans that cannot be stored,
 * without affecting the others. Throws `MalformedBodyError` if the body cannot be read at all. Both
 * encodings of the same spans yield the same rows.
 */
export function decodeTraces(
  body: Uint8Array,
  encoding: OtlpEncoding,
  options: DecodeOptions,
): DecodedSpans {
  const resources =
    encoding === 'protobuf' ? readOtlpProtobuf(body) : readOtlpJson(body, options.ids);
  return decodeResources(resources, options);
}

/** Does the same with spans that have been read. */
export function decodeResources(
  resources: readonly OtlpResourceSpans[],
  options: DecodeOptions,
): DecodedSpans {
  const decoded: DecodedSpans = { spans: [], rejected: [], sources: [] };
  for (const resource of resources) {
    const name = options.projectName ?? resource.projectName ?? options.defaultProject;
    const projectName = cleanText(name);
    const from = { spans: decoded.spans.length, rejected: decoded.rejected.length };
    for (const span of resource.spans) decodeSpan(decoded, span, resource, projectName, options);
    if (options.receivedAt === undefined || resource.spans.length === 0) continue;
    const shown = isProjectNameTooLong(projectName) ? options.defaultProject : projectName;
    decoded.sources.push(summarizeSource(resource, decoded, from, shown, options.receivedAt));
  }
  return decoded;
}

function decodeSpan(
  decoded: DecodedSpans,
  span: OtlpSpan,
  resource: OtlpResourceSpans,
  projectName: string,
  { defaultProject, maskOf }: DecodeOptions,
): void {
  const reject = (error: unknown, name: string): void => {
    const mask = maskOf(name);
    const isKept = decoded.rejected.length < MAX_KEPT && canStoreLater(error);
    const kept = isKept ? keepOtlpSpan(span, resource, mask) : null;
    decoded.rejected.push(rejectSpan(maskName(span, mask), error, name, kept));
  };
  if (isProjectNameTooLong(projectName)) {
    const error = new SpanRejectedError(
      'project_name_too_long',
      'The project name is longer than 1024 bytes.',
    );
    reject(error, defaultProject);
    return;
  }
  try {
    decoded.spans.push(convertSpan(span, projectName, maskOf(projectName)));
  } catch (error) {
    reject(error, projectName);
  }
}

/** False for spans that no setting and no repair makes small enough. */
function canStoreLater(error: unknown): boolean {
  return !(error instanceof SpanRejectedError) || error.reason !== 'span_too_large';
}
