import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ForbiddenError, UnauthenticatedError } from './errors.js';

/** What a user may do: a viewer reads, a member also writes, an admin also runs the place. */
export const ROLES = ['VIEWER', 'MEMBER', 'ADMIN'] as const;
export type Role = (typeof ROLES)[number];

/** Who sends a request. Without authentication everybody is the anonymous administrator. */
export interface Identity {
  userId: number | null;
  role: Role;
}

/** Who everybody is while authentication is off. */
export const ANONYMOUS: Identity = { userId: null, role: 'ADMIN' };

export interface IdentifiedRequest {
  identity?: Identity;
}

/**
 * The least role that may call a handler, or `public` for anybody. **Closed until opened**: a
 * handler that names none is refused to everyone.
 */
export const RequiredRole = Reflector.createDecorator<Role | 'public'>();

/** The request behind an execution context, for REST and GraphQL alike. */
export function requestOf(context: ExecutionContext): IdentifiedRequest {
  if (context.getType<string>() === 'graphql') {
    return context.getArgByIndex<{ req: IdentifiedRequest }>(2).req;
  }
  return context.switchToHttp().getRequest<IdentifiedRequest>();
}

/** Refuses a caller whose role is below what the handler names. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const required = this.reflector.getAllAndOverride(RequiredRole, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (required === 'public') return true;
    if (!required) throw new ForbiddenError('This operation is open to nobody.');
    const { identity } = requestOf(context);
    if (!identity) throw new UnauthenticatedError('Invalid token');
    assertRole(identity, required);
    return true;
  }
}

/**
 * The same rule for transports outside of Nest's handlers, such as gRPC.
 * @throws ForbiddenError when the role is too low.
 */
export function assertRole(identity: Identity, required: Role): void {
  if (ROLES.indexOf(identity.role) < ROLES.indexOf(required)) {
    throw new ForbiddenError(`This operation needs the role ${required}.`);
  }
}
