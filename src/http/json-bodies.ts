import type { IncomingMessage } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Authenticator, type IdentifiedRequest } from '../common/access/access.js';
import { ValidationError } from '../common/errors/errors.js';
import { exactIntegers, exactNumbers } from '../common/json/json.js';
import { hasTooManyValues, MAX_JSON_VALUES } from '../common/json/json-values.js';
import type { Env } from '../config/env.js';

/** Largest JSON body of the REST and GraphQL endpoints; OTLP has bounds of its own. */
const LIMIT_BYTES = 64 * 1024 * 1024;

/** The same for whoever has not signed in: a form of a few fields. */
const STRANGER_LIMIT_BYTES = 1024 * 1024;

/**
 * Spans and datasets come in on these paths; `src/ingest` and `src/datasets` read their bodies
 * themselves, within their own bounds and after access is checked.
 */
const READ_ELSEWHERE = /^\/v1\/(traces|projects\/[^/]+\/spans|datasets\/upload)\/?(\?|$)/i;

/** What is sent here is kept and handed out again, so its numbers are read without loss. */
const PAYLOAD_PATH = /^\/v1\/(datasets|experiments|experiment_evaluations|prompts)(\/|\?|$)/i;

/** JSON among the variables is kept too; whole floats are left alone, which scalars would refuse. */
const GRAPHQL_PATH = /^\/graphql(\/|\?|$)/i;

/** Everybody may ask here, with or without a cookie. */
const SIGN_IN_PATH = /^\/(auth|oauth2)\//i;

/**
 * Reads JSON bodies: small ones of anybody, large ones only of those who are known. What cannot be
 * read is answered as a violation of the schema.
 */
export function readJsonBodies(app: NestExpressApplication, env: Pick<Env, 'auth'>): void {
  const isFromStranger = (request: IncomingMessage): boolean =>
    isParsedHere(request) &&
    (SIGN_IN_PATH.test(request.url ?? '') || lacksCredential(request, env));
  const isLarge = (request: IncomingMessage): boolean =>
    isParsedHere(request) && !isFromStranger(request) && mayBeLarge(request);
  // What one parser has read, the next one leaves alone.
  readJson(app, STRANGER_LIMIT_BYTES, isFromStranger);
  app.use(identifyFirst(app.get(Authenticator), isLarge));
  readJson(app, LIMIT_BYTES, isParsedHere);
  app.use(explainUnreadJson);
}

/** One parser for each way of reading numbers. */
function readJson(
  app: NestExpressApplication,
  limit: number,
  isMeant: (request: IncomingMessage) => boolean,
): void {
  const isOf = (path: RegExp) => (request: IncomingMessage) =>
    path.test(request.url ?? '') && isMeant(request);
  // The parser's own option, which Nest passes on but does not list.
  const bounds = { limit, verify: assertFewValues };
  app.useBodyParser('json', { ...bounds, type: isOf(PAYLOAD_PATH), reviver: exactNumbers });
  app.useBodyParser('json', { ...bounds, type: isOf(GRAPHQL_PATH), reviver: exactIntegers });
  app.useBodyParser('json', { limit, type: isMeant });
}

const TOO_MANY_VALUES = 'json.too_many_values';

/** A reviver is called for each value, which takes longer than everything else about a body. */
function assertFewValues(_request: unknown, _response: unknown, body: Buffer, encoding: string) {
  const json = body.toString('latin1');
  // Of other encodings the quotes cannot be told apart; every comma counts, also those in texts.
  if (!hasTooManyValues(encoding === 'utf-8' ? json : json.replaceAll('"', ''))) return;
  throw Object.assign(new Error(TOO_MANY_VALUES), { type: TOO_MANY_VALUES });
}

function lacksCredential({ headers }: IncomingMessage, { auth }: Pick<Env, 'auth'>): boolean {
  return auth.isEnabled && headers.authorization === undefined && headers.cookie === undefined;
}

/** One that does not say how large it is may be. */
function mayBeLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Infinity) > STRANGER_LIMIT_BYTES;
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
  if (request.method === 'POST' && READ_ELSEWHERE.test(request.url ?? '')) return false;
  const contentType = request.headers['content-type'] ?? '';
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

/** Nest would make any syntax error a plain 400 before the filters see where it comes from. */
function explainUnreadJson(
  error: Error & { type?: string },
  _request: Request,
  _response: Response,
  next: NextFunction,
): void {
  if (error.type === TOO_MANY_VALUES) {
    const msg = `Input has more than ${MAX_JSON_VALUES} values`;
    return next(new ValidationError([{ type: 'too_long', loc: ['body'], msg }]));
  }
  if (error.type !== 'entity.parse.failed') return next(error);
  const detail = {
    type: 'json_invalid',
    loc: ['body'],
    msg: `JSON decode error: ${withoutExcerpt(error.message)}`,
  };
  next(new ValidationError([detail]));
}

/** The parser quotes what it could not read, which may be a password. */
function withoutExcerpt(message: string): string {
  return message.replace(/, (?:\.{3})?".* is not valid JSON$/s, '');
}
