import type { IncomingMessage } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Gauge } from 'prom-client';
import { Authenticator, type IdentifiedRequest } from '../kernel/access/access.js';
import { resourceOf } from '../kernel/http/resource.js';
import {
  DomainError,
  RequestTimeoutError,
  UnavailableError,
  UnsupportedMediaTypeError,
  ValidationError,
} from '../kernel/errors/errors.js';
import { Admission, type Reservation } from '../kernel/http/bodies/admission.js';
import { ClientGoneError, discardBody } from '../kernel/http/bodies/discard-body.js';
import { readBody } from '../kernel/http/bodies/read-body.js';
import {
  exactFiniteNumbers,
  exactIntegers,
  exactNumbers,
  mayHaveLossyNumbers,
} from '../kernel/json/json.js';
import { mayHaveUnsafeKeys, parseInOrder, type Reviver } from '../kernel/json/key-order.js';
import { hasTooManyValues, MAX_JSON_VALUES } from '../kernel/json/json-values.js';
import type { Env } from '../config/env.js';
import { Refusals } from './refusals.js';

const inFlightBytes = new Gauge({
  name: 'spandrel_http_json_in_flight_bytes',
  help: 'Decompressed bytes of large JSON bodies that are read or handled.',
});

/** Maximum JSON body of the REST and GraphQL endpoints. OTLP has separate limits. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Anyone may send this much, and it counts toward no limit, because headers may be as large.
 * So forms can be sent, such as for signing in, while large bodies use up the memory for them.
 */
const SMALL_BYTES = 128 * 1024;

/**
 * Paths for spans, datasets and applications. `src/ingest`, `src/datasets` and
 * `src/auth/authorization-server` read these bodies themselves, with their own limits and errors.
 */
const READ_ELSEWHERE =
  /^\/((?:api\/public\/otel\/)?v1\/(traces|logs|metrics)|v1\/(projects\/[^/]+\/spans|datasets\/upload)|oauth2\/(token|register|revoke))\/?(\?|$)/i;

/**
 * Bodies on these paths are stored and returned later, so their numbers must be read without loss.
 */
const PAYLOAD_PATH = /^\/v1\/(datasets|experiments|experiment_evaluations|prompts)(\/|\?|$)/i;

/** The same, but a score that is no double must be refused. */
const ANNOTATIONS_PATH = /^\/v1\/\w+_annotations(\/|\?|$)/i;

/**
 * JSON in variables is stored, too. Floats with integral values stay numbers, because scalars would
 * refuse `RawNumber`s.
 */
const GRAPHQL_PATH = /^\/graphql(\/|\?|$)/i;

/** Messages of agents, whose longest texts are explanations. */
const MCP_PATH = /^\/mcp(\/|\?|$)/i;
const MAX_MCP_BYTES = 1024 * 1024;

/** Anyone may call these, with or without a cookie, or with a token that works only there. */
const SIGN_IN_PATH = /^\/(auth|oauth2|scim)\//i;

/** SCIM has a type of its own (RFC 7644, 8.1). */
const JSON_TYPES = new Set(['application/json', 'application/scim+json']);

/** How to read the numbers in bodies that are stored. */
const REVIVERS: [path: RegExp, reviver: Reviver][] = [
  [PAYLOAD_PATH, exactNumbers],
  [ANNOTATIONS_PATH, exactFiniteNumbers],
  [GRAPHQL_PATH, exactIntegers],
];

type JsonRequest = Request & IdentifiedRequest;

/**
 * Reads JSON bodies: small ones from anyone, large ones only from authenticated clients, and only while
 * all that are read or handled fit into memory. An invalid body gets the same response as a schema
 * violation.
 */
export function readJsonBodies(app: NestExpressApplication, env: Pick<Env, 'auth' | 'http'>): void {
  const authenticator = app.get(Authenticator);
  const admission = new Admission(env.http.maxJsonInFlightBytes, inFlightBytes);
  const refusals = new Refusals();
  const findLimit = async (request: JsonRequest): Promise<number> => {
    const isStranger = SIGN_IN_PATH.test(request.url) || lacksCredential(request, env);
    if (isStranger || !mayBeLarge(request)) return SMALL_BYTES;
    // Merely sending a credential is not enough.
    request.identity = await authenticator.identify(request.headers, resourceOf(request.path));
    return MCP_PATH.test(request.url) ? MAX_MCP_BYTES : MAX_BYTES;
  };
  app.use(async (request: JsonRequest, response: Response, next: NextFunction): Promise<void> => {
    if (!isReadHere(request)) return next();
    const limit = await findLimit(request);
    const reservation = reserveLarge(admission);
    // The handler may keep the body until it has responded.
    response.once('close', () => reservation.release());
    try {
      const limits = { maxRequestBytes: limit, maxInflatedBytes: limit };
      request.body = await readBody(request, limits, reservation, (body) => parse(body, request));
    } catch (error) {
      reservation.release();
      if (error instanceof ClientGoneError) return;
      if (!(error instanceof RequestTimeoutError)) await discardBody(request);
      if (!request.complete) response.setHeader('Connection', 'close');
      noteRefusal(error, request, refusals);
      const isTransport = error instanceof DomainError && !(error instanceof ValidationError);
      if (!isTransport || !GRAPHQL_PATH.test(request.url)) throw error;
      return sendGraphqlError(error, response);
    }
    next();
  });
}

/** Counts a body from the point on where it is no longer small. */
function reserveLarge(admission: Admission): Reservation {
  let free = SMALL_BYTES;
  let counted: Reservation | undefined;
  return {
    grow: (bytes) => {
      const more = bytes - free;
      free = Math.max(0, -more);
      if (more <= 0) return;
      counted ??= admission.admit(0);
      counted.grow(more);
    },
    growTo: (bytes) => {
      if (bytes <= SMALL_BYTES) return;
      counted ??= admission.admit(0);
      counted.growTo(bytes - SMALL_BYTES);
    },
    release: () => counted?.release(),
  };
}

function noteRefusal(error: unknown, { method, path }: Request, refusals: Refusals): void {
  if (error instanceof UnavailableError) refusals.note('at_capacity', { method, path });
  if (error instanceof RequestTimeoutError) refusals.note('timeout', { method, path });
}

/** Refuses a GraphQL request whose body was not read, in the form of a GraphQL error. */
function sendGraphqlError(error: DomainError, response: Response): void {
  if (error instanceof UnavailableError) {
    response.setHeader('Retry-After', String(error.retryAfterSeconds));
  }
  const { message, code } = error;
  response.status(error.status).json({ errors: [{ message, extensions: { code } }] });
}

function lacksCredential({ headers }: IncomingMessage, { auth }: Pick<Env, 'auth'>): boolean {
  return auth.isEnabled && headers.authorization === undefined && headers.cookie === undefined;
}

/** A body may be large if it is compressed, or if its length is not declared. */
function mayBeLarge({ headers }: IncomingMessage): boolean {
  const isCompressed = headers['content-encoding'] !== undefined;
  return isCompressed || Number(headers['content-length'] ?? Infinity) > SMALL_BYTES;
}

function isReadHere({ method, url = '', headers }: IncomingMessage): boolean {
  // Reading a missing body as an empty object would mean "change nothing".
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || (method === 'POST' && READ_ELSEWHERE.test(url))) return false;
  const contentType = headers['content-type'] ?? '';
  return JSON_TYPES.has(contentType.split(';', 1)[0]!.trim().toLowerCase());
}

function parse(body: Buffer, { url, headers }: Request): unknown {
  const text = decode(body, headers['content-type'] ?? '');
  // Counts without parsing, because parsing is what takes long.
  if (hasTooManyValues(text)) {
    throw invalid('too_long', `Input has more than ${MAX_JSON_VALUES} values`);
  }
  const reviver = REVIVERS.find(([path]) => path.test(url))?.[1];
  // A reviver makes parsing several times slower, and few bodies need one.
  const isSimple = !reviver || !(mayHaveLossyNumbers(text) || mayHaveUnsafeKeys(text));
  try {
    if (!/^\s*[{[]/.test(text)) throw new SyntaxError('Expected an object or a list');
    return isSimple ? JSON.parse(text) : parseInOrder(text, reviver);
  } catch (error) {
    throw invalid('json_invalid', `JSON decode error: ${removeExcerpt((error as Error).message)}`);
  }
}

/** @throws UnsupportedMediaTypeError for other encodings than UTF-8 and UTF-16. */
function decode(body: Buffer, contentType: string): string {
  const charset = /;\s*charset="?([^\s;"]+)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (!/^utf-(8|16|16le|16be)$/.test(charset)) {
    throw new UnsupportedMediaTypeError(`Unsupported charset: ${charset}. Use utf-8.`);
  }
  return new TextDecoder(charset).decode(body);
}

function invalid(type: string, msg: string): ValidationError {
  return new ValidationError([{ type, loc: ['body'], msg }]);
}

/** Removes the excerpt that the parser quotes, which may be a password. */
function removeExcerpt(message: string): string {
  return message.replace(/, (?:\.{3})?".* is not valid JSON$/s, '');
}
