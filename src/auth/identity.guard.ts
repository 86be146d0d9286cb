import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ANONYMOUS, requestOf } from '../common/access.js';

/**
 * Says who sends a request. While authentication is off everyone is the anonymous administrator,
 * which is why the server then listens on loopback only.
 */
@Injectable()
export class IdentityGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    requestOf(context).identity = ANONYMOUS;
    return true;
  }
}
