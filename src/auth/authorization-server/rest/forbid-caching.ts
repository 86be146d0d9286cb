import type { Response } from 'express';

/** Keeps tokens and codes out of caches, as RFC 6749 (5.1) says. */
export function forbidCaching(response: Response): void {
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Pragma', 'no-cache');
}
