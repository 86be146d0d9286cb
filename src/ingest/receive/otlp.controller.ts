import { isUtf8 } from 'node:buffer';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Caller, type Identity } from '../../kernel/access/access.js';
import { Access } from '../../kernel/access/handler-access.js';
import { UnprocessableError, UnsupportedMediaTypeError } from '../../kernel/errors/errors.js';
import { MalformedBodyError } from '../decode/errors.js';
import { CONTENT_TYPES, encodeExportResponse, readEncoding } from '../export-response.js';
import { chooseProject, readOnlyName } from '../ingestion.js';
import { LogSignal } from '../log-signal.js';
import { MetricSignal } from '../metric-signal.js';
import type { OtlpSignal } from '../otlp-signal.js';
import { RequestBodies } from './request-bodies.js';
import { SpanSignal } from '../span-signal.js';

/**
 * OTLP over HTTP. Responds after the commit, in the encoding of the request. The second path is that of Langfuse, so that
 * its SDKs only need another address.
 */
@ApiExcludeController()
@Access('MEMBER', 'by project role', 'ingest keys too')
@Controller(['v1', 'api/public/otel/v1'])
export class OtlpController {
  constructor(
    private readonly spans: SpanSignal,
    private readonly logs: LogSignal,
    private readonly metrics: MetricSignal,
    private readonly bodies: RequestBodies,
  ) {}

  @Post('traces')
  exportTraces(
    @Caller() caller: Identity,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.export(this.spans, caller, request, response);
  }

  @Post('logs')
  exportLogs(
    @Caller() caller: Identity,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.export(this.logs, caller, request, response);
  }

  @Post('metrics')
  exportMetrics(
    @Caller() caller: Identity,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.export(this.metrics, caller, request, response);
  }

  private async export<Encoded>(
    signal: OtlpSignal<Encoded>,
    caller: Identity,
    request: Request,
    response: Response,
  ): Promise<void> {
    await this.bodies.use(request, response, async (read) => {
      const encoding = readEncoding(request.headers['content-type']);
      if (!encoding) throw unsupported(request.headers['content-type']);
      const project = chooseProject(caller, readProjectHeader(request));
      const encoded = await read(
        (body) => refuseMalformed(() => signal.decode(body, encoding, project)),
        (decoded) => signal.heldBytesOf(decoded),
      );
      const sender = { protocol: `http/${encoding}`, keyId: caller.key?.id ?? null } as const;
      const partial = await signal.store(encoded, caller, sender);
      response.status(200).setHeader('Content-Type', CONTENT_TYPES[encoding]);
      response.end(encodeExportResponse(partial, encoding));
    });
  }
}

function refuseMalformed<Encoded>(decode: () => Encoded): Encoded {
  try {
    return decode();
  } catch (error) {
    if (error instanceof MalformedBodyError) throw new UnprocessableError(error.message);
    throw error;
  }
}

/**
 * Node reads header bytes as Latin-1, but senders write names in UTF-8.
 * @throws BadRequestError if the header was sent twice, which Node would join with a comma.
 */
function readProjectHeader(request: Request): string | undefined {
  const name = readOnlyName(request.headersDistinct['x-project-name'] ?? []);
  if (name === undefined) return undefined;
  const bytes = Buffer.from(name, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : name;
}

function unsupported(contentType: string | undefined): UnsupportedMediaTypeError {
  return new UnsupportedMediaTypeError(
    `Unsupported content type: ${contentType ?? 'none'}. ` +
      'Use application/x-protobuf or application/json.',
  );
}
