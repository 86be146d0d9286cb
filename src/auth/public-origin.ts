import type { Env } from '../config/env.js';

/**
 * Address under which people reach this server, with the root path and without a trailing slash: as
 * configured, else as the request came, whose host was checked. What a page says about where it came
 * from (`Referer`) counts for nothing.
 */
export function publicOrigin(
  env: Pick<Env, 'publicUrl' | 'rootPath'>,
  request: { protocol: string; headers: { host?: string | undefined } },
): string {
  return env.publicUrl ?? `${request.protocol}://${request.headers.host ?? ''}${env.rootPath}`;
}
