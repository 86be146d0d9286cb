import { UnauthenticatedError } from '../errors/errors.js';
import type { IdentifiedRequest } from './access.js';
import type { Identification } from './identify-request.js';
import { hasLessAccess } from './project-access.js';

/** How long a stream may go on after its reader has lost access. */
const CHECK_MS = 1_000;

/**
 * Returns a check for streams that outlive the moment in which their sender was identified. It throws
 * an UnauthenticatedError once the sender has lost access, or can do less in projects than then.
 */
export function watchAccess(
  { identity, projectAccess = null }: IdentifiedRequest,
  { authenticator, projects }: Identification,
): () => Promise<void> {
  let checkedAt = Date.now();
  return async () => {
    if (Date.now() - checkedAt <= CHECK_MS) return;
    if (!identity || !(await authenticator.hasAccess(identity))) throw accessEnded();
    if (hasLessAccess(projectAccess, await projects.read(identity))) throw accessEnded();
    checkedAt = Date.now();
  };
}

function accessEnded(): UnauthenticatedError {
  return new UnauthenticatedError('Your access has ended.');
}
