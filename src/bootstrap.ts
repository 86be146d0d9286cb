import type { IncomingMessage } from 'node:http';
import { constants as zlib } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import { graphqlGate } from './auth/graphql-gate.js';
import { Authenticator, type IdentifiedRequest } from './common/access.js';
import { DomainErrorFilter } from './common/domain-error.filter.js';
import { ValidationError } from './common/errors.js';
import { ValidationPipe } from './common/validation.pipe.js';
import type { Env } from './config/env.js';
import { COMPATIBILITY_VERSION, PRODUCT_VERSION } from './config/version.js';
import { guardRequests } from './http/guard-requests.js';

/** Largest JSON body of the REST and GraphQL endpoints; OTLP has bounds of its own. */
const JSON_LIMIT = '64mb';

/** The same for whoever has not signed in: a form of a few fields. */
const STRANGER_JSON_LIMIT = '1mb';
const STRANGER_JSON_BYTES = 1024 * 1024;

/** Answers smaller than this are not worth compressing. */
const COMPRESSION_THRESHOLD_BYTES = 500;

/** A third of the time that gzip's default takes, for a fifth more bytes (pages of spans). */
const COMPRESSION_LEVEL = 3;

/**
 * Files of the web UI are asked for once a browser and version. The usual quality of 4 sends more
 * than gzip would; 6 sends 7 % less in about the same time.
 */
const ASSET_BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 6 } };

/** Everything between the socket and the handlers; the same for the server and its tests. */
export function configure(app: NestExpressApplication, env: Env): void {
  app.disable('x-powered-by');
  app.set('query parser', 'simple');
  if (env.rootPath) app.use(stripRootPath(env.rootPath));
  app.use(announceVersion);
  guardRequests(app, env);
  app.use(
    compression({
      threshold: COMPRESSION_THRESHOLD_BYTES,
      level: COMPRESSION_LEVEL,
      filter: isCompressible,
    }),
  );
  // The later one compresses first, and the one above leaves alone what is compressed.
  app.use('/assets', compression({ brotli: ASSET_BROTLI }));
  // What one parser has read, the next one leaves alone.
  const isFromStranger = (request: IncomingMessage): boolean =>
    isParsedHere(request) &&
    (SIGN_IN_PATH.test(request.url ?? '') || lacksCredential(request, env));
  app.useBodyParser('json', { limit: STRANGER_JSON_LIMIT, type: isFromStranger });
  app.use(
    identifyFirst(
      app.get(Authenticator),
      (request) => isLarge(request) && isParsedHere(request) && !isFromStranger(request),
    ),
  );
  app.useBodyParser('json', { limit: JSON_LIMIT, type: isParsedHere });
  app.use(explainMalformedJson);
  app.use('/graphql', graphqlGate(app.get(Authenticator)));
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(new DomainErrorFilter());
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Spandrel REST API',
    // Its validator is somebody else's server.
    swaggerOptions: { validatorUrl: null },
  });
}

/** The REST API as OpenAPI, made from controllers, DTOs and models. */
export function openApiDocument(app: NestExpressApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Spandrel REST API')
    .setDescription('Tracing and evaluation of LLM applications.')
    .setVersion('1.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .build();
  return SwaggerModule.createDocument(app, config);
}

/**
 * Spans come in on these paths; `src/ingest` reads their bodies itself, within its own bounds and
 * after access is checked.
 */
const INGEST_PATH = /^\/v1\/(traces|projects\/[^/]+\/spans)\/?(\?|$)/i;

/** Everybody may ask here, with or without a cookie. */
const SIGN_IN_PATH = /^\/(auth|oauth2)\//i;

function lacksCredential({ headers }: IncomingMessage, { auth }: Pick<Env, 'auth'>): boolean {
  return auth.isEnabled && headers.authorization === undefined && headers.cookie === undefined;
}

/** One that does not say how large it is may be. */
function isLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Infinity) > STRANGER_JSON_BYTES;
}

/** Whoever merely says that they are known sends no large body: it is not read before that is sure. */
function identifyFirst(authenticator: Authenticator, isMeant: (request: Request) => boolean) {
  return async (
    request: Request & IdentifiedRequest,
    _response: Response,
    next: NextFunction,
  ): Promise<void> => {
    if (isMeant(request)) request.identity = await authenticator.identify(request.headers);
    next();
  };
}

function isParsedHere(request: IncomingMessage): boolean {
  // The parser would take no body for an empty object, and so for one that keeps every field.
  if (request.headers['content-length'] === '0') return false;
  if (request.method === 'POST' && INGEST_PATH.test(request.url ?? '')) return false;
  const contentType = request.headers['content-type'] ?? '';
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

/**
 * A reverse proxy may or may not strip the public path before it forwards; both are served.
 */
function stripRootPath(rootPath: string) {
  return (request: Request, _response: Response, next: NextFunction): void => {
    if (request.url === rootPath) request.url = '/';
    else if (request.url.startsWith(`${rootPath}/`))
      request.url = request.url.slice(rootPath.length);
    next();
  };
}

function announceVersion(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('x-phoenix-server-version', COMPATIBILITY_VERSION);
  response.setHeader('x-spandrel-version', PRODUCT_VERSION);
  // The published clients run in notebooks that would otherwise keep answers.
  response.setHeader('x-colab-notebook-cache-control', 'no-cache');
  next();
}

/** Nest would make any syntax error a plain 400 before the filters see where it comes from. */
function explainMalformedJson(
  error: Error & { type?: string },
  _request: Request,
  _response: Response,
  next: NextFunction,
): void {
  if (error.type !== 'entity.parse.failed') return next(error);
  const detail = {
    type: 'json_invalid',
    loc: ['body'],
    msg: `JSON decode error: ${withoutExcerpt(error.message)}`,
  };
  next(new ValidationError([detail]));
}

function isCompressible(request: Request, response: Response): boolean {
  if (request.headers.accept?.includes('multipart/mixed')) return false;
  return compression.filter(request, response);
}

/** The parser quotes what it could not read, which may be a password. */
function withoutExcerpt(message: string): string {
  return message.replace(/, (?:\.{3})?".* is not valid JSON$/s, '');
}
