import type { Identity } from '../common/access/access.js';
import { ForbiddenError } from '../common/errors/errors.js';

/**
 * The project that the spans of a request go to when they do not decide it themselves. What is sent
 * with a key for one project goes there, whatever the spans say.
 * @param named what the header `x-project-name` says.
 * @throws ForbiddenError when the header names another project than the key's.
 */
export function projectOfCaller({ key }: Identity, named: string | undefined): string | undefined {
  const own = key?.project?.name;
  if (own === undefined) return named;
  if (named !== undefined && named !== own) {
    throw new ForbiddenError(`This API key only opens the project "${own}".`);
  }
  return own;
}
