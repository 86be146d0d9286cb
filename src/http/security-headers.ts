import type { NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import { PROGRAM_POLICY } from '../common/http/page-security.js';
import type { Env } from '../config/env.js';

const ONE_YEAR_SECONDS = 365 * 24 * 60 * 60;

/** What the web UI never asks a browser for. */
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

/** The pages of Swagger UI bring a few styles of their own in the text of the page. */
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
 * Headers that tell browsers to be careful. Answers are for programs unless a handler opens a page
 * (`openPage`).
 */
export function securityHeaders(env: Pick<Env, 'rootUrl'>): RequestHandler[] {
  const isHttps = env.rootUrl.startsWith('https:');
  return [
    helmet({
      contentSecurityPolicy: PROGRAM_POLICY,
      // Only for the host itself: what else runs below its name is not ours to decide.
      strictTransportSecurity: isHttps
        ? { maxAge: ONE_YEAR_SECONDS, includeSubDomains: false }
        : false,
      referrerPolicy: { policy: 'same-origin' },
      xFrameOptions: { action: 'deny' },
      // Browsers take these two over https and on this machine only, and complain elsewhere.
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      originAgentCluster: true,
      crossOriginResourcePolicy: { policy: 'same-origin' },
    }),
    setOwnHeaders,
  ];
}

/** Lets the documentation of the API show itself. */
export const docsPolicy: RequestHandler = helmet.contentSecurityPolicy(DOCS_POLICY);

/** Answers with people's data and credentials are kept by nobody on the way, nor by the browser. */
export function forbidStoring(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  next();
}

function setOwnHeaders(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
  next();
}
