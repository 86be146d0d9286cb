import type { NextFunction, Request, Response } from 'express';
import { ClientGoneError, discardBody } from '../../../kernel/http/bodies/discard-body.js';
import { readBody } from '../../../kernel/http/bodies/read-body.js';

/** Anyone may send this much, so it is no more than an application needs. */
const MAX_BYTES = 64 * 1024;
const LIMITS = { maxRequestBytes: MAX_BYTES, maxInflatedBytes: MAX_BYTES };
const UNCOUNTED = { grow: () => undefined, growTo: () => undefined, release: () => undefined };

/** Reads bodies of any type as text, because the errors of OAuth2 are not those of other requests. */
export async function readTextBody(
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  try {
    request.body = await readBody(request, LIMITS, UNCOUNTED, (body) => body.toString('utf8'));
  } catch (error) {
    if (error instanceof ClientGoneError) return;
    await discardBody(request);
    if (!request.complete) response.setHeader('Connection', 'close');
    throw error;
  }
  next();
}
