import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import helmet from 'helmet';

const NONCE_BYTES = 16;

const nonces = new WeakMap<Response, string>();

const nonceSource = (_request: unknown, response: unknown): string =>
  `'nonce-${nonces.get(response as Response)}'`;

/** For API responses, in which nothing may run, load or be framed. */
export const PROGRAM_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

/**
 * For our own pages, which may use scripts and styles from this server, or with the response's
 * nonce. Only images may come from anywhere, because users can choose to load those in a message.
 * Style attributes set sizes and colors.
 */
const PAGE_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", nonceSource],
    scriptSrcAttr: ["'none'"],
    styleSrc: ["'self'", nonceSource],
    styleSrcElem: ["'self'", nonceSource],
    styleSrcAttr: ["'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', 'https:', 'http:'],
    fontSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

const applyPagePolicy = helmet.contentSecurityPolicy(PAGE_POLICY);

/**
 * Marks a response as one of our pages.
 * @returns the nonce for the page's own scripts and styles; each response has a new one.
 */
export function openPage(request: Request, response: Response): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  nonces.set(response, nonce);
  applyPagePolicy(request, response, (error) => {
    if (error) throw error;
  });
  return nonce;
}
