import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { GraphQLResolveInfo } from 'graphql';
import { ForbiddenError, UnauthenticatedError } from '../errors/errors.js';
import { findRowId } from '../ids/global-id.js';
import {
  AcceptsIngestKeys,
  assertPasswordIsOwn,
  assertRole,
  assertScope,
  assertSecondFactorIsSet,
  ByProjectRole,
  getRequest,
  type IdentifiedRequest,
  type Identity,
  NoApiKeys,
  PeopleOnly,
  ReadsOverPost,
  RequiredRole,
  WhenSignedIn,
  WhilePasswordExpired,
  WhileSecondFactorMissing,
  WhileStorageIsFull,
} from './access.js';
import { reachesSomewhere } from './project-access.js';
import { StorageLock } from './storage-lock.js';

/**
 * Refuses callers whose role, credential or key does not meet the handler's requirements, and then
 * writes for which there is no storage.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly storage: StorageLock,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const targets: Parameters<Reflector['getAllAndOverride']>[1] = [
      context.getHandler(),
      context.getClass(),
    ];
    const required = this.reflector.getAllAndOverride(RequiredRole, targets);
    if (required === 'public') return true;
    if (!required) throw new ForbiddenError('No role may perform this operation.');
    const request = getRequest(context);
    const { identity } = request;
    if (!identity) throw new UnauthenticatedError('Invalid token');

    const whenSignedIn = this.reflector.getAllAndOverride(WhenSignedIn, targets);
    if (whenSignedIn && identity.credential === 'none') throw new ForbiddenError(whenSignedIn);
    const isOpenWhileExpired =
      this.reflector.getAllAndOverride(WhilePasswordExpired, targets) ?? false;
    if (!isOpenWhileExpired) assertPasswordIsOwn(identity);
    const isOpenWhileMissing =
      this.reflector.getAllAndOverride(WhileSecondFactorMissing, targets) ?? false;
    if (!isOpenWhileMissing) assertSecondFactorIsSet(identity);
    const readsOverPost = this.reflector.getAllAndOverride(ReadsOverPost, targets) ?? false;
    const isWriting = isWrite(context) && !readsOverPost;
    const byProject = this.reflector.getAllAndOverride(ByProjectRole, targets) ?? false;
    if (!byProject || !reachesSomewhere(request.projectAccess ?? null, required)) {
      assertRole(identity, required, isWriting);
    }
    const noApiKeys = this.reflector.getAllAndOverride(NoApiKeys, targets);
    if (noApiKeys && identity.key) throw new ForbiddenError(noApiKeys);
    const peopleOnly = this.reflector.getAllAndOverride(PeopleOnly, targets);
    if (peopleOnly && identity.isSystem) throw new ForbiddenError(peopleOnly);
    const acceptsIngestKeys = this.reflector.getAllAndOverride(AcceptsIngestKeys, targets) ?? false;
    assertScope(identity, { acceptsIngestKeys, isWrite: isWriting });
    assertProject(identity, request, acceptsIngestKeys);
    if (!isWriting || request.method === 'DELETE') return true;
    const isOpenWhileFull = this.reflector.getAllAndOverride(WhileStorageIsFull, targets) ?? false;
    if (!isOpenWhileFull) this.storage.assertOpen();
    return true;
  }
}

/**
 * Restricts a key for one project to `/v1/projects/{that project}/…` and the ingestion endpoints,
 * which store everything it sends in that project. Other endpoints could reach other projects.
 */
function assertProject(
  { key }: Identity,
  { params }: IdentifiedRequest,
  isIngestion: boolean,
): void {
  if (!key?.project) return;
  const named = params?.['project_identifier'];
  if (named === undefined ? isIngestion : isNameOf(key.project, named)) return;
  throw new ForbiddenError(`This API key works only for the project "${key.project.name}".`);
}

/**
 * Interprets an identifier as the handlers do: as a global ID if it is one, otherwise as a name.
 */
function isNameOf(project: { id: number; name: string }, identifier: string | string[]): boolean {
  if (typeof identifier !== 'string') return false;
  const id = findRowId(identifier, 'Project');
  return id === null ? identifier === project.name : id === project.id;
}

/**
 * Whether a call may change something: mutations, subscriptions (which run models), and every method
 * except GET and HEAD.
 */
function isWrite(context: ExecutionContext): boolean {
  if (context.getType<string>() === 'graphql') {
    const { name } = context.getArgByIndex<GraphQLResolveInfo>(3).parentType;
    return name === 'Mutation' || name === 'Subscription';
  }
  const { method } = getRequest(context);
  return method !== 'GET' && method !== 'HEAD';
}
