import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { Authenticator, requestOf, RequiredRole } from '../common/access/access.js';

/** Says who sends a request, once for each, before it is asked whether they may. */
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
    const request = requestOf(context);
    // GraphQL requests were identified before their document was read.
    request.identity ??= await this.authenticator.identify(request.headers);
    return true;
  }
}
