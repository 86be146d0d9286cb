import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Authenticator, getRequest, RequiredRole } from '../../common/access/access.js';
import { resourceOf } from '../../common/http/resource.js';

/** Identifies the sender of each request before `AccessGuard` checks what they may do. */
@Injectable()
export class IdentityGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets: Parameters<Reflector['getAllAndOverride']>[1] = [
      context.getHandler(),
      context.getClass(),
    ];
    if (this.reflector.getAllAndOverride(RequiredRole, targets) === 'public') return true;
    const request = getRequest(context);
    // The sender of a GraphQL request was identified before the document was read.
    request.identity ??= await this.authenticator.identify(
      request.headers,
      resourceOf(request.path),
    );
    return true;
  }
}
