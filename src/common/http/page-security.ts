import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import helmet from 'helmet';

const NONCE_BYTES = 16;

const nonces = new WeakMap<Response, string>();

const nonceSource = (_request: unknown, response: unknown): string =>
  `'nonce-${nonces.get(response as Response)}'`;

/** For programs: nothing in an answer is ever run, shown in a frame or loaded from. */
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
 * For our own pages: scripts and styles of this server, and those that name the nonce of the answer.
 * Pictures may come from anywhere, because a person may ask for those in a message; nothing else
 * leaves. Sizes and colours are set on elements, hence the styles in attributes.
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
 * Makes an answer one that a browser shows as our page, instead of one for programs.
 * @returns the nonce with which the page marks its own scripts and styles; another for each answer.
 */
export function openPage(request: Request, response: Response): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  nonces.set(response, nonce);
  applyPagePolicy(request, response, (error) => {
    if (error) throw error;
  });
  return nonce;
}
