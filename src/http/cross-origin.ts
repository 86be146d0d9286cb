import cors from 'cors';
import type { RequestHandler } from 'express';
import type { Env } from '../config/env.js';

const PREFLIGHT_SECONDS = 600;

/** Response headers that a page of another origin may read. */
const EXPOSED_HEADERS = [
  'content-disposition',
  'retry-after',
  'x-correlation-id',
  'x-phoenix-server-version',
  'x-request-id',
  'x-spandrel-version',
];

/**
 * Allows only pages of the listed origins to read responses and send credentials; null if none is
 * listed.
 */
export function allowOrigins({ http }: Pick<Env, 'http'>): RequestHandler | null {
  if (http.allowedOrigins.length === 0) return null;
  return cors({
    origin: http.allowedOrigins,
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  });
}
