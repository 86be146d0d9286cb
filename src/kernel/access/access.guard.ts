import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { GraphQLResolveInfo } from 'graphql';
import { ForbiddenError, UnauthenticatedError } from '../errors/errors.js';
import { findRowId } from '../ids/global-id.js';
import {
  assertPasswordIsOwn,
  assertRole,
  assertScope,
  assertSecondFactorIsSet,
  getRequest,
  type IdentifiedRequest,
  type Identity,
} from './access.js';
import { getAccessOfContext } from './handler-access.js';
import { reachesSomewhere } from './project-access.js';
import { StorageLock } from './storage-lock.js';

/**
 * Refuses callers whose role, credential or key does not meet the handler's requirements, and then
 * writes for which there is no storage.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly storage: StorageLock) {}

  canActivate(context: ExecutionContext): boolean {
    const { role, words } = getAccessOfContext(context);
    if (role === 'public') return true;
    if (!role) throw new ForbiddenError('No role may perform this operation.');
    const request = getRequest(context);
    const { identity } = request;
    if (!identity) throw new UnauthenticatedError('Invalid token');

    const refuse = (isRefused: boolean, word: Parameters<typeof words.get>[0]) => {
      const message = words.get(word);
      if (isRefused && message !== undefined) throw new ForbiddenError(message);
    };
    refuse(identity.credential === 'none', 'with authentication only');
    if (!words.has('while the password is expired too')) assertPasswordIsOwn(identity);
    if (!words.has('while the second factor is missing too')) assertSecondFactorIsSet(identity);
    const isWriting = isWrite(context) && !words.has('changes nothing itself');
    const isByProject = words.has('by project role');
    if (!isByProject || !reachesSomewhere(request.projectAccess ?? null, role)) {
      assertRole(identity, role, isWriting);
    }
    refuse(identity.key !== null, 'no API keys');
    refuse(identity.isSystem, 'people only');
    const acceptsIngestKeys = words.has('ingest keys too');
    assertScope(identity, { acceptsIngestKeys, isWrite: isWriting });
    assertProject(identity, request, acceptsIngestKeys);
    if (!isWriting || request.method === 'DELETE') return true;
    if (!words.has('while storage is full too')) this.storage.assertOpen();
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
 * Returns whether a call may change something: mutations, subscriptions (which run models), and every method
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
