import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { PROGRAM_POLICY } from '../kernel/http/page-security.js';
import type { Env } from '../config/env.js';

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Browser features that the web UI never uses. */
const DENIED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

const PERMISSIONS_POLICY = DENIED_FEATURES.map((feature) => `${feature}=()`).join(', ');

/** The pages of Swagger UI contain a few inline styles. */
const DOCS_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};

/**
 * Sets the security headers for API responses. A handler calls `openPage` to return a page instead.
 */
export function securityHeaders(env: Pick<Env, 'rootUrl'>): RequestHandler[] {
  const isHttps = env.rootUrl.startsWith('https:');
  return [
    helmet({
      contentSecurityPolicy: PROGRAM_POLICY,
      // Only for the host itself, because its subdomains may belong to other servers.
      strictTransportSecurity: isHttps
        ? { maxAge: ONE_YEAR_SECONDS, includeSubDomains: false }
        : false,
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
      // Browsers accept these two only over https and on localhost, and log errors otherwise.
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      originAgentCluster: true,
      crossOriginResourcePolicy: { policy: 'same-origin' },
    }),
    setOwnHeaders,
  ];
}

/** Allows the API reference to be displayed. */
export const docsPolicy: RequestHandler = helmet.contentSecurityPolicy(DOCS_POLICY);

/** Keeps proxies and browsers from caching responses with user data and credentials. */
export function forbidStoring(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

function setOwnHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
  next();
}
