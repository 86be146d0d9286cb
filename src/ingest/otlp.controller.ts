import { isUtf8 } from 'node:buffer';
import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import {
  AcceptsIngestKeys,
  ByProjectRole,
  Caller,
  type Identity,
  RequiredRole,
} from '../common/access/access.js';
import { UnprocessableError, UnsupportedMediaTypeError } from '../common/errors/errors.js';
import { MalformedBodyError } from './decode/errors.js';
import type { OtlpEncoding } from './decode/decode-traces.js';
import { type EncodedSpans, heldBytesOf } from './encode-spans.js';
import { CONTENT_TYPES, readEncoding, encodeExportResponse } from './export-response.js';
import { chooseProject, Ingestion, readOnlyName } from './ingestion.js';
import { RequestBodies } from './request-bodies.js';

/** OTLP over HTTP. Responds after the commit, in the encoding of the request. */
@ApiExcludeController()
@RequiredRole('MEMBER')
@ByProjectRole()
@AcceptsIngestKeys()
@Controller('v1/traces')
export class OtlpController {
  constructor(
    private readonly ingestion: Ingestion,
    private readonly bodies: RequestBodies,
  ) {}

  @Post()
  async export(
    @Caller() caller: Identity,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.bodies.use(request, response, async (read) => {
      const encoding = readEncoding(request.headers['content-type']);
      if (!encoding) throw unsupported(request.headers['content-type']);
      const project = chooseProject(caller, readProjectHeader(request));
      const encoded = await read((body) => this.decode(body, encoding, project), heldBytesOf);
      const allowed = await this.ingestion.refuseForeign(caller, encoded);
      const rejected = await this.ingestion.store(allowed, {
        protocol: `http/${encoding}`,
        keyId: caller.key?.id ?? null,
      });
      response.status(200).setHeader('Content-Type', CONTENT_TYPES[encoding]);
      response.end(encodeExportResponse(rejected, encoding));
    });
  }

  private decode(body: Buffer, encoding: OtlpEncoding, project: string | undefined): EncodedSpans {
    try {
      return this.ingestion.decode(body, encoding, project);
    } catch (error) {
      if (error instanceof MalformedBodyError) throw new UnprocessableError(error.message);
      throw error;
    }
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
