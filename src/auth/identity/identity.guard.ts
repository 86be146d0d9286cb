import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Authenticator, getRequest } from '../../kernel/access/access.js';
import { getAccessOfContext } from '../../kernel/access/handler-access.js';
import { identifyRequest } from '../../kernel/access/identify-request.js';
import { ProjectAccessReader } from '../../kernel/access/project-access.js';
import { resourceOf } from '../../kernel/http/resource.js';

/** Identifies the sender of each request before `AccessGuard` checks what they may do. */
@Injectable()
export class IdentityGuard implements CanActivate {
  constructor(
    readonly authenticator: Authenticator,
    readonly projects: ProjectAccessReader,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (getAccessOfContext(context).role === 'public') return true;
    const request = getRequest(context);
    // The sender of a GraphQL request was identified before the document was read.
    await identifyRequest(request, this, resourceOf(request.path));
    return true;
  }
}
