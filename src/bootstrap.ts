import { parse } from 'node:querystring';
import { constants as zlib } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import { graphqlGate } from './auth/identity/graphql-gate.js';
import { Authenticator } from './kernel/access/access.js';
import { ProjectAccessReader } from './kernel/access/project-access.js';
import { answerSubscriptions } from './kernel/graphql/subscriptions/subscription-responses.js';
import { SubscriptionSockets } from './kernel/graphql/subscriptions/subscription-sockets.js';
import { Subscriptions } from './kernel/graphql/subscriptions/subscriptions.js';
import { describeCommonErrors } from './kernel/errors/api-errors.js';
import { DomainErrorFilter } from './kernel/http/domain-error.filter.js';
import { describeParameters, toOpenApi } from './kernel/validation/openapi-schema.js';
import { ValidationPipe } from './kernel/validation/validation.pipe.js';
import type { Env } from './config/env.js';
import { COMPATIBILITY_VERSION, PRODUCT_VERSION } from './config/version.js';
import { guardRequests } from './http/guard-requests.js';
import { readJsonBodies } from './http/json-bodies.js';
import { CHAT_ERRORS } from './model-providers/chat-completions/rest/chat-errors.js';
import { SCIM_ERRORS } from './scim/rest/scim-errors.js';

/** Clients expect a `content-encoding` even on the smallest downloads; only empty responses have none. */
const COMPRESSION_THRESHOLD_BYTES = 1;

/**
 * For pages of spans, takes a third of the time of gzip's default level and yields a fifth more
 * bytes.
 */
const COMPRESSION_LEVEL = 3;

/**
 * Each browser requests the files of the web UI once per version. The usual quality of 4 sends more
 * bytes than gzip; 6 sends 7% fewer in about the same time.
 */
const ASSET_BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 6 } };

/** Sets up everything between the socket and the handlers, for the server and its tests. */
export function configure(app: NestExpressApplication, env: Env): void {
  app.disable('x-powered-by');
  // Responses are not cached, so computing ETags would be wasted work.
  app.disable('etag');
  // Lists of a thousand IDs are legal, and would reach the parser's limit. Headers are bounded.
  app.set('query parser', (text: string) => parse(text, '&', '=', { maxKeys: 0 }));
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
  // The middleware added last compresses first, and the one above ignores compressed responses.
  app.use('/assets', compression({ brotli: ASSET_BROTLI }));
  readJsonBodies(app, env);
  const sockets = app.get(SubscriptionSockets);
  sockets.listen(app.getHttpServer(), app.getHttpAdapter().getInstance());
  app.use('/graphql', sockets.handle);
  const identification = {
    authenticator: app.get(Authenticator),
    projects: app.get(ProjectAccessReader, { strict: false }),
  };
  app.use('/graphql', graphqlGate(identification));
  app.use('/graphql', answerSubscriptions(app.get(Subscriptions)));
  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalFilters(new DomainErrorFilter(env, [SCIM_ERRORS, CHAT_ERRORS]));
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Spandrel REST API',
    // The default validator is a third-party server.
    swaggerOptions: { validatorUrl: null },
  });
}

/** Returns the REST API as an OpenAPI document, generated from the controllers and DTOs. */
export function openApiDocument(app: NestExpressApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Spandrel REST API')
    .setDescription('Tracing and evaluation of LLM applications.')
    .setVersion('1.0')
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .build();
  return describeCommonErrors(
    describeParameters(
      SwaggerModule.createDocument(app, config, { standardSchemaConverter: toOpenApi }),
    ),
  );
}

/**
 * Strips the public path, which a reverse proxy may or may not strip before it forwards a request.
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
  // The published clients run in notebooks, which would otherwise cache responses.
  response.setHeader('x-colab-notebook-cache-control', 'no-cache');
  next();
}

function isCompressible(request: Request, response: Response): boolean {
  if (request.headers.accept?.includes('multipart/mixed')) return false;
  // Events must arrive one by one.
  if (String(response.getHeader('content-type')).startsWith('text/event-stream')) return false;
  return compression.filter(request, response);
}
