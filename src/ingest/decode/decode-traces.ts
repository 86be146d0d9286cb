import { cleanText } from '../../common/json/clean-json.js';
import type { MaskOf } from '../../common/masking/masks.js';
import type { DecodedSpans } from './span-record.js';
import { convertSpan } from './convert-span.js';
import { SpanRejectedError } from './errors.js';
import { isProjectNameTooLong } from './limits.js';
import { type OtlpIds, readOtlpJson } from './otlp-json.js';
import { readOtlpProtobuf } from './otlp-protobuf.js';
import type { OtlpSpan } from './otlp-span.js';
import { maskName, rejectSpan } from './reject.js';

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
  const decoded: DecodedSpans = { spans: [], rejected: [] };
  for (const resource of resources) {
    const name = options.projectName ?? resource.projectName ?? options.defaultProject;
    const projectName = cleanText(name);
    for (const span of resource.spans) decodeSpan(decoded, span, projectName, options);
  }
  return decoded;
}

function decodeSpan(
  decoded: DecodedSpans,
  span: OtlpSpan,
  projectName: string,
  { defaultProject, maskOf }: DecodeOptions,
): void {
  if (isProjectNameTooLong(projectName)) {
    const error = new SpanRejectedError(
      'project_name_too_long',
      'The project name is longer than 1024 bytes.',
    );
    decoded.rejected.push(
      rejectSpan(maskName(span, maskOf(defaultProject)), error, defaultProject),
    );
    return;
  }
  const mask = maskOf(projectName);
  try {
    decoded.spans.push(convertSpan(span, projectName, mask));
  } catch (error) {
    decoded.rejected.push(rejectSpan(maskName(span, mask), error, projectName));
  }
}
