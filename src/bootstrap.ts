import { constants as zlib } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import compression from 'compression';
import type { NextFunction, Request, Response } from 'express';
import { graphqlGate } from './auth/graphql-gate.js';
import { Authenticator } from './common/access/access.js';
import { DomainErrorFilter } from './common/errors/domain-error.filter.js';
import { dropRepeatedDescriptions, toOpenApi } from './common/validation/openapi-schema.js';
import { ValidationPipe } from './common/validation/validation.pipe.js';
import type { Env } from './config/env.js';
import { COMPATIBILITY_VERSION, PRODUCT_VERSION } from './config/version.js';
import { guardRequests } from './http/guard-requests.js';
import { readJsonBodies } from './http/json-bodies.js';

/** Clients of exports read `content-encoding` of the smallest ones; only empty answers have none. */
const COMPRESSION_THRESHOLD_BYTES = 1;

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
  // Answers are stored by nobody, so a digest of each would be work for nothing.
  app.disable('etag');
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
  readJsonBodies(app, env);
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
  return dropRepeatedDescriptions(
    SwaggerModule.createDocument(app, config, { standardSchemaConverter: toOpenApi }),
  );
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

function isCompressible(request: Request, response: Response): boolean {
  if (request.headers.accept?.includes('multipart/mixed')) return false;
  return compression.filter(request, response);
}
