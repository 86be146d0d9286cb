import {
  type CanActivate,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { GraphQLResolveInfo } from 'graphql';
import { ForbiddenError, UnauthenticatedError } from '../errors/errors.js';
import { rowIdOf } from '../ids/global-id.js';
import { type Role, ROLES } from './roles.js';

export type { Role } from './roles.js';

/** What everybody is told who is no administrator. */
export const ONLY_ADMIN = 'Only admin can perform this action.';

/** What a caller shows to be known; `none` is the anonymous administrator. */
export type Credential = 'none' | 'session' | 'api-key' | 'admin-secret';

/** The API key of a request. */
export interface KeyInUse {
  id: number;
  /** `full`: all that its owner may; `read`: nothing that changes; `ingest`: only sending spans. */
  scope: 'full' | 'read' | 'ingest';
  /** The only project that it is good for; null for all. */
  project: { id: number; name: string } | null;
}

/** Who sends a request. Without authentication everybody is the anonymous administrator. */
export interface Identity {
  /** Row id of the user. */
  userId: number | null;
  username: string | null;
  /** What the caller may do; system keys do what members do, the admin secret what admins do. */
  role: Role;
  /** The system user stands behind the call, not a person. */
  isSystem: boolean;
  credential: Credential;
  /** Row id of the sign-in, for sessions. */
  sessionId: number | null;
  key: KeyInUse | null;
  /** The password was set by somebody else: it is to be changed before anything else is done. */
  mustChangePassword: boolean;
}

/** Who everybody is while authentication is off. */
export const ANONYMOUS: Identity = {
  userId: null,
  username: null,
  role: 'ADMIN',
  isSystem: false,
  credential: 'none',
  sessionId: null,
  key: null,
  mustChangePassword: false,
};

/** The headers that may hold a credential. */
export interface CredentialHeaders {
  authorization?: string | undefined;
  cookie?: string | undefined;
}

/** Says who sends a request, for every transport. The feature `auth` provides it. */
export abstract class Authenticator {
  /**
   * @throws UnauthenticatedError when there is no credential, or none that is good.
   * @throws TooManyRequestsError when the address has sent too many wrong ones.
   */
  abstract identify(headers: CredentialHeaders): Promise<Identity>;
}

export interface IdentifiedRequest {
  method?: string;
  headers: CredentialHeaders;
  params?: Record<string, string | string[]>;
  identity?: Identity;
}

/**
 * The least role that may call a handler, or `public` for anybody. **Closed until opened**: a
 * handler that names none is refused to everyone.
 */
export const RequiredRole = Reflector.createDecorator<Role | 'public'>();

/** Closed while authentication is off; the value is what the refusal says. */
export const WhenSignedIn = Reflector.createDecorator<string>();

/** Only for people who signed in and, where named, the admin secret; never for API keys. */
export const NoApiKeys = Reflector.createDecorator<string>();

/** Only for people: not for the system user, by whatever key or secret. */
export const PeopleOnly = Reflector.createDecorator<string>();

/** Open to keys whose scope is `ingest`. */
export const AcceptsIngestKeys = Reflector.createDecorator<void, true>({ transform: () => true });

/** Reachable although the password must be changed first. */
export const WhilePasswordExpired = Reflector.createDecorator<void, true>({
  transform: () => true,
});

/** Parameter that receives the `Identity` of the caller, in controllers and resolvers. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Identity => {
  const { identity } = requestOf(context);
  if (!identity) throw new UnauthenticatedError('Invalid token');
  return identity;
});

/** The request behind an execution context, for REST and GraphQL alike. */
export function requestOf(context: ExecutionContext): IdentifiedRequest {
  if (context.getType<string>() === 'graphql') {
    return context.getArgByIndex<{ req: IdentifiedRequest }>(2).req;
  }
  return context.switchToHttp().getRequest<IdentifiedRequest>();
}

/** Refuses a caller whose role, credential or key does not reach what the handler names. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets: Parameters<Reflector['getAllAndOverride']>[1] = [
      context.getHandler(),
      context.getClass(),
    ];
    const required = this.reflector.getAllAndOverride(RequiredRole, targets);
    if (required === 'public') return true;
    if (!required) throw new ForbiddenError('This operation is open to nobody.');
    const request = requestOf(context);
    const { identity } = request;
    if (!identity) throw new UnauthenticatedError('Invalid token');

    const whenSignedIn = this.reflector.getAllAndOverride(WhenSignedIn, targets);
    if (whenSignedIn && identity.credential === 'none') throw new ForbiddenError(whenSignedIn);
    const isOpenWhileExpired =
      this.reflector.getAllAndOverride(WhilePasswordExpired, targets) ?? false;
    if (!isOpenWhileExpired) assertPasswordIsOwn(identity);
    assertRole(identity, required, isWrite(context));
    const noApiKeys = this.reflector.getAllAndOverride(NoApiKeys, targets);
    if (noApiKeys && identity.key) throw new ForbiddenError(noApiKeys);
    const peopleOnly = this.reflector.getAllAndOverride(PeopleOnly, targets);
    if (peopleOnly && identity.isSystem) throw new ForbiddenError(peopleOnly);
    const acceptsIngestKeys = this.reflector.getAllAndOverride(AcceptsIngestKeys, targets) ?? false;
    assertScope(identity, { acceptsIngestKeys, isWrite: isWrite(context) });
    assertProject(identity, request, acceptsIngestKeys);
    return true;
  }
}

/**
 * The rule of roles, also for transports outside of Nest's handlers, such as gRPC.
 * @throws ForbiddenError when the role is too low.
 */
export function assertRole(identity: Identity, required: Role, isWriting = true): void {
  if (ROLES.indexOf(identity.role) >= ROLES.indexOf(required)) return;
  if (identity.role === 'VIEWER' && isWriting) {
    throw new ForbiddenError('Viewers cannot perform this action.');
  }
  throw new ForbiddenError(ONLY_ADMIN);
}

/**
 * The rule of scopes, also for gRPC.
 * @throws ForbiddenError when the key is not meant for this.
 */
export function assertScope(
  { key }: Identity,
  handler: { acceptsIngestKeys: boolean; isWrite: boolean },
): void {
  if (key?.scope === 'read' && handler.isWrite) {
    throw new ForbiddenError('This API key may only read.');
  }
  if (key?.scope === 'ingest' && !handler.acceptsIngestKeys) {
    throw new ForbiddenError('This API key may only send spans.');
  }
}

/** The rule of what belongs to one person: for that person and administrators alone. */
export function isSelfOrAdmin({ userId, role }: Identity, ownerId: number): boolean {
  return role === 'ADMIN' || userId === ownerId;
}

/**
 * The same for accounts, sessions and keys.
 * @throws ForbiddenError for everybody but that person and administrators.
 */
export function assertSelfOrAdmin(caller: Identity, ownerId: number): void {
  if (isSelfOrAdmin(caller, ownerId)) return;
  throw new ForbiddenError(ONLY_ADMIN);
}

/**
 * The rule of passwords that somebody else has set, also for fields that lead on from what is
 * reachable before the change.
 * @throws ForbiddenError until the password is changed.
 */
export function assertPasswordIsOwn({ mustChangePassword }: Identity): void {
  if (mustChangePassword) {
    throw new ForbiddenError('The password must be changed before anything else is done.');
  }
}

/**
 * A key for one project opens what is addressed through that project (`/v1/projects/{it}/…`) and
 * the endpoints of ingestion, which put everything it sends there. All else could reach others.
 */
function assertProject(
  { key }: Identity,
  { params }: IdentifiedRequest,
  isIngestion: boolean,
): void {
  if (!key?.project) return;
  const named = params?.['project_identifier'];
  if (named === undefined ? isIngestion : isNameOf(key.project, named)) return;
  throw new ForbiddenError(`This API key is for the project ${key.project.name} alone.`);
}

/** Reads an identifier as the handlers do: a global id first, else a name. */
function isNameOf(project: { id: number; name: string }, identifier: string | string[]): boolean {
  if (typeof identifier !== 'string') return false;
  const id = rowIdOf(identifier, 'Project');
  return id === null ? identifier === project.name : id === project.id;
}

/** Whether a call may change something: other methods than GET and HEAD, and mutations. */
function isWrite(context: ExecutionContext): boolean {
  if (context.getType<string>() === 'graphql') {
    return context.getArgByIndex<GraphQLResolveInfo>(3).parentType.name === 'Mutation';
  }
  const { method } = requestOf(context);
  return method !== 'GET' && method !== 'HEAD';
}
