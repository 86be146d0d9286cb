import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ForbiddenError, UnauthenticatedError } from '../errors/errors.js';
import type { Resource } from '../http/resource.js';
import type { ProjectAccess } from './project-access.js';
import { includesRole, type Role } from './roles.js';

export type { Role } from './roles.js';

/** The refusal for everyone who is not an administrator. */
export const ONLY_ADMIN = 'Only admin can perform this action.';

/** The way in which a caller authenticated; `none` is the anonymous administrator. */
export type Credential =
  | 'none'
  | 'session'
  | 'api-key'
  | 'oauth2-grant'
  | 'admin-secret'
  | 'scim-token';

/** The API key that a request used. */
export interface KeyInUse {
  id: number;
  /** `full`: everything its owner may do; `read`: reads only; `ingest`: sends spans only. */
  scope: 'full' | 'read' | 'ingest';
  /** The only project that the key can use; null for every project. */
  project: { id: number; name: string } | null;
}

/** The sender of a request. Without authentication, everyone is the anonymous administrator. */
export interface Identity {
  /** Row ID of the user. */
  userId: number | null;
  username: string | null;
  /** The role of the caller. System keys act as members, the admin secret as an admin. */
  role: Role;
  /** Whether the call comes from the system user instead of a person. */
  isSystem: boolean;
  credential: Credential;
  /** Row ID of the sign-in, for sessions. */
  sessionId: number | null;
  /** Row ID of what the user has granted, for applications. */
  grantId: number | null;
  key: KeyInUse | null;
  /** The part of the server that the access token of an application is limited to; null: none. */
  audience: Resource | null;
  /** Whether somebody else set the password, so that the user must change it first. */
  mustChangePassword: boolean;
  /** Whether this server requires a second factor, and the session's user has none yet. */
  mustAddSecondFactor: boolean;
}

/** Everyone's identity while authentication is off. */
export const ANONYMOUS: Identity = {
  userId: null,
  username: null,
  role: 'ADMIN',
  isSystem: false,
  credential: 'none',
  sessionId: null,
  grantId: null,
  key: null,
  audience: null,
  mustChangePassword: false,
  mustAddSecondFactor: false,
};

/** The headers that can carry a credential. */
export interface CredentialHeaders {
  authorization?: string | undefined;
  cookie?: string | undefined;
}

/** Identifies the sender of a request, for every transport. The feature `auth` provides it. */
export abstract class Authenticator {
  /**
   * @param resource the part of the server that the request is for. Access tokens of applications
   * may be limited to another part.
   * @throws UnauthenticatedError if there is no valid credential.
   * @throws TooManyRequestsError if the address has sent too many invalid ones.
   */
  abstract identify(headers: CredentialHeaders, resource?: Resource): Promise<Identity>;

  /**
   * Returns whether somebody who was identified earlier still has access, for streams that outlive their
   * request: the user is active and has no lower role than then, and the session, key or grant has not
   * ended, even if it was renewed.
   */
  abstract hasAccess(identity: Identity): Promise<boolean>;
}

export interface IdentifiedRequest {
  method?: string;
  path?: string;
  headers: CredentialHeaders;
  params?: Record<string, string | string[]>;
  identity?: Identity;
  /**
   * The access of the caller to projects; null if the role alone determines it. Set together with `identity`.
   */
  projectAccess?: ProjectAccess | null;
  /** Throws once the sender has lost access, for streams. Set together with `identity`. */
  assertAccess?: () => Promise<void>;
}

/** Injects the caller's `Identity` into a controller or resolver method. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Identity => {
  const { identity } = getRequest(context);
  if (!identity) throw new UnauthenticatedError('Invalid token');
  return identity;
});

/** Returns the request of an execution context, over REST or GraphQL. */
export function getRequest(context: ExecutionContext): IdentifiedRequest {
  if (context.getType<string>() === 'graphql') {
    return context.getArgByIndex<{ req: IdentifiedRequest }>(2).req;
  }
  return context.switchToHttp().getRequest<IdentifiedRequest>();
}

/**
 * Checks a role, also for transports outside Nest's handlers, such as gRPC.
 * @throws ForbiddenError if the role is too low.
 */
export function assertRole(identity: Identity, required: Role, isWriting = true): void {
  if (includesRole(identity.role, required)) return;
  if (!includesRole(identity.role, 'MEMBER') && (isWriting || required === 'MEMBER')) {
    throw new ForbiddenError('Viewers cannot perform this action.');
  }
  throw new ForbiddenError(ONLY_ADMIN);
}

/**
 * Checks the scope of a key, also for gRPC.
 * @throws ForbiddenError if the scope does not cover the call.
 */
export function assertScope(
  { key }: Identity,
  handler: { acceptsIngestKeys: boolean; isWrite: boolean },
): void {
  if (key?.scope === 'read' && handler.isWrite) {
    throw new ForbiddenError('This API key is read-only.');
  }
  if (key?.scope === 'ingest' && !handler.acceptsIngestKeys) {
    throw new ForbiddenError('This API key can only send spans.');
  }
}

/**
 * Guards what makes credentials that would outlive the access of an application.
 * @throws ForbiddenError for applications that act for a user.
 */
export function refuseApplications({ credential }: Identity): void {
  if (credential !== 'oauth2-grant') return;
  throw new ForbiddenError('Applications cannot do this. Sign in and do it yourself.');
}

/** Returns whether the caller is this owner or an administrator. */
export function isSelfOrAdmin({ userId, role }: Identity, ownerId: number): boolean {
  return role === 'ADMIN' || userId === ownerId;
}

/**
 * Guards accounts, sessions and keys.
 * @throws ForbiddenError for everyone but their owner and administrators.
 */
export function assertSelfOrAdmin(caller: Identity, ownerId: number): void {
  if (isSelfOrAdmin(caller, ownerId)) return;
  throw new ForbiddenError(ONLY_ADMIN);
}

/**
 * Guards everything that a new user cannot do yet. Fields of types that stay open, such as the user,
 * must call it too if they lead to other data.
 * @throws ForbiddenError until the user has changed a password that somebody else set, and added a
 * second factor if this server requires one.
 */
export function assertAccountIsReady(identity: Identity): void {
  assertPasswordIsOwn(identity);
  assertSecondFactorIsSet(identity);
}

/** @throws ForbiddenError until the user has added a second factor, if this server requires one. */
export function assertSecondFactorIsSet({ mustAddSecondFactor }: Identity): void {
  if (mustAddSecondFactor) {
    throw new ForbiddenError('Add a second factor before you do anything else.');
  }
}

/** @throws ForbiddenError until the user has changed a password that somebody else set. */
export function assertPasswordIsOwn({ mustChangePassword }: Identity): void {
  if (mustChangePassword) {
    throw new ForbiddenError('Change your password before you do anything else.');
  }
}
