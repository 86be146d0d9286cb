import { currentRequest } from '../http/request-context.js';
import type { Resource } from '../http/resource.js';
import type { Authenticator, IdentifiedRequest } from './access.js';
import { watchAccess } from './lasting-access.js';
import { type ProjectAccessReader, chooseScope } from './project-access.js';

/** The sender of a request as authentication found it, with its limits. */
export interface Identification {
  authenticator: Authenticator;
  projects: ProjectAccessReader;
}

/**
 * Finds out who sent a request, unless that is known, and limits the request to the projects that they
 * can see.
 * @throws UnauthenticatedError or TooManyRequestsError as `Authenticator.identify`.
 */
export async function identifyRequest(
  request: IdentifiedRequest,
  by: Identification,
  resource?: Resource,
): Promise<void> {
  const { authenticator, projects } = by;
  request.identity ??= await authenticator.identify(request.headers, resource);
  if (request.projectAccess !== undefined) return;
  const access = await projects.read(request.identity);
  const scope = chooseScope(access, request.identity.role, 'VIEWER');
  const context = currentRequest();
  if (context) context.scope = scope;
  // Without a context, its statements would reach everything.
  else if (scope) throw new Error('The request has no context.');
  request.projectAccess = access;
  request.assertAccess = watchAccess(request, by);
}
