import { SealRotationService } from './built.js';
import type { TestServer } from './server.js';

/**
 * Does what a restart with another secret does to sealed values, on a server without authentication.
 * `test/secrets/rotation.e2e-spec.ts` restarts servers.
 * @param previous a secret that is accepted, too.
 */
export async function restartWithSecret(
  server: TestServer,
  secret: string,
  previous = '',
): Promise<void> {
  server.change({ SPANDREL_SECRET: secret, SPANDREL_PREVIOUS_SECRETS: previous });
  await server.app.get(SealRotationService, { strict: false }).rotate();
}
