import type { IncomingMessage } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Authenticator, type IdentifiedRequest } from '../common/access/access.js';
import { ValidationError } from '../common/errors/errors.js';
import {
  exactFiniteNumbers,
  exactIntegers,
  exactNumbers,
  mayHaveLossyNumbers,
} from '../common/json/json.js';
import { mayHaveUnsafeKeys, parseInOrder, type Reviver } from '../common/json/key-order.js';
import { hasTooManyValues, MAX_JSON_VALUES } from '../common/json/json-values.js';
import type { Env } from '../config/env.js';

/** Maximum JSON body of the REST and GraphQL endpoints. OTLP has separate limits. */
const LIMIT_BYTES = 64 * 1024 * 1024;

/** Maximum for clients that are not signed in, which send only small forms. */
const STRANGER_LIMIT_BYTES = 1024 * 1024;

/**
 * Paths for spans and datasets. `src/ingest` and `src/datasets` read these bodies themselves, with
 * their own limits and after checking access.
 */
const READ_ELSEWHERE = /^\/v1\/(traces|projects\/[^/]+\/spans|datasets\/upload)\/?(\?|$)/i;

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

/** Anyone may call these, with or without a cookie. */
const SIGN_IN_PATH = /^\/(auth|oauth2)\//i;

/**
 * Reads JSON bodies: small ones from anyone, large ones only from authenticated clients. An invalid
 * body gets the same response as a schema violation.
 */
export function readJsonBodies(app: NestExpressApplication, env: Pick<Env, 'auth'>): void {
  const isFromStranger = (request: IncomingMessage): boolean =>
    isParsedHere(request) &&
    (SIGN_IN_PATH.test(request.url ?? '') || lacksCredential(request, env));
  const isLarge = (request: IncomingMessage): boolean =>
    isParsedHere(request) && !isFromStranger(request) && mayBeLarge(request);
  // Each parser skips bodies that a previous one has read.
  readJson(app, STRANGER_LIMIT_BYTES, isFromStranger);
  app.use(identifyFirst(app.get(Authenticator), isLarge));
  readJson(app, LIMIT_BYTES, isParsedHere);
  app.use(explainUnreadJson);
}

/** Adds parsers for each way of reading numbers. */
function readJson(
  app: NestExpressApplication,
  limit: number,
  isMeant: (request: IncomingMessage) => boolean,
): void {
  const readExactly = (path: RegExp, reviver: Reviver): void => {
    const isOf = (request: IncomingMessage) => path.test(request.url ?? '') && isMeant(request);
    // `verify` is an option of the parser that Nest passes on but does not declare.
    const options = { limit, verify: inspectText(reviver) };
    app.useBodyParser('json', {
      ...options,
      type: (request: IncomingMessage) => isOf(request) && isUtf8(request),
    });
    app.useBodyParser('json', { ...options, type: isOf, reviver });
  };
  readExactly(PAYLOAD_PATH, exactNumbers);
  readExactly(ANNOTATIONS_PATH, exactFiniteNumbers);
  readExactly(GRAPHQL_PATH, exactIntegers);
  app.useBodyParser('json', { limit, type: isMeant });
  app.use(parseAgain);
}

/** Leaves out a byte order mark, as the parser does. */
const UTF8 = new TextDecoder();

/** How to parse the bodies again whose numbers or order of members the parser may have changed. */
const changedBodies = new WeakMap<IncomingMessage, () => unknown>();

/**
 * Looks at the text of a body before it is parsed. A reviver makes parsing several times slower, and
 * few bodies need one.
 */
function inspectText(reviver: Reviver) {
  return (request: IncomingMessage, _: unknown, body: Buffer, encoding: string): void => {
    const json = body.toString('latin1');
    assertFewValues(json, encoding);
    if (encoding !== 'utf-8' || !(mayHaveLossyNumbers(json) || mayHaveUnsafeKeys(json))) return;
    changedBodies.set(request, () => parseInOrder(UTF8.decode(body), reviver));
  };
}

function parseAgain(request: Request, _response: Response, next: NextFunction): void {
  const parse = changedBodies.get(request);
  if (parse) request.body = parse();
  changedBodies.delete(request);
  next();
}

const TOO_MANY_VALUES = 'json.too_many_values';

/** Counts without parsing, because parsing is what takes long. */
function assertFewValues(json: string, encoding: string): void {
  // In other encodings, quotes cannot be found, so every comma counts, even in strings.
  if (!hasTooManyValues(encoding === 'utf-8' ? json : json.replaceAll('"', ''))) return;
  throw Object.assign(new Error(TOO_MANY_VALUES), { type: TOO_MANY_VALUES });
}

function lacksCredential({ headers }: IncomingMessage, { auth }: Pick<Env, 'auth'>): boolean {
  return auth.isEnabled && headers.authorization === undefined && headers.cookie === undefined;
}

/** A body without a declared length may be large. */
function mayBeLarge({ headers }: IncomingMessage): boolean {
  return Number(headers['content-length'] ?? Infinity) > STRANGER_LIMIT_BYTES;
}

/** Verifies credentials before a large body is read, because merely sending some is not enough. */
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
  // The parser would treat a missing body as an empty object, which means "change nothing".
  if (request.headers['content-length'] === '0') return false;
  if (request.method === 'POST' && READ_ELSEWHERE.test(request.url ?? '')) return false;
  const contentType = request.headers['content-type'] ?? '';
  return contentType.split(';', 1)[0]?.trim().toLowerCase() === 'application/json';
}

/** Bodies in other encodings cannot be inspected before they are parsed. */
function isUtf8({ headers }: IncomingMessage): boolean {
  return /^[^;]*(;\s*charset="?utf-8"?\s*)?$/i.test(headers['content-type'] ?? '');
}

/** Otherwise, Nest would turn any syntax error into a plain 400 before filters see its origin. */
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
    msg: `JSON decode error: ${removeExcerpt(error.message)}`,
  };
  next(new ValidationError([detail]));
}

/** Removes the excerpt that the parser quotes, which may be a password. */
function removeExcerpt(message: string): string {
  return message.replace(/, (?:\.{3})?".* is not valid JSON$/s, '');
}
