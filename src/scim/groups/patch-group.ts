import { findRowId } from '../../kernel/ids/global-id.js';
import { type Filter, invalidFilter } from '../protocol/filter.js';
import { type AttributeChange, listChanges, type PatchOperation } from '../protocol/patch.js';
import { ScimError } from '../protocol/scim-error.js';
import { groupName, readMemberIds } from './group-fields.js';
import { optionalText } from '../protocol/input.js';

/** A step of a PATCH. Members are row IDs. */
export type GroupStep =
  | { kind: 'rename'; displayName: string }
  | { kind: 'identify'; externalId: string | null }
  | { kind: 'add' | 'remove' | 'replace'; memberIds: number[] };

/**
 * Lists the steps of a PATCH in order. Attributes that are not stored are ignored.
 * @throws ScimError if an operation is not valid.
 */
export function listGroupSteps(operations: readonly PatchOperation[]): GroupStep[] {
  return operations.flatMap((operation) =>
    listChanges(operation).flatMap((change) => toSteps(change, operation.path ?? '')),
  );
}

const READ_ONLY = new Set(['id', 'meta', 'schemas']);

function toSteps(change: AttributeChange, path: string): GroupStep[] {
  const { attribute, op, value } = change;
  if (attribute === 'members') return [toMemberStep(change)];
  if (attribute === 'displayname') {
    const name = groupName().safeParse(op === 'remove' ? '' : value);
    if (name.success) return [{ kind: 'rename', displayName: name.data }];
    throw new ScimError('invalidValue', 'A group needs a displayName.');
  }
  if (attribute === 'externalid') {
    const externalId = optionalText().safeParse(op === 'remove' ? null : value);
    if (externalId.success) return [{ kind: 'identify', externalId: externalId.data ?? null }];
    throw new ScimError('invalidValue', 'The externalId of a group is too long or not a text.');
  }
  // Services without a path send the ID of the group along.
  if (!READ_ONLY.has(attribute) || path === '') return [];
  throw new ScimError('mutability', `The attribute "${attribute}" cannot be changed.`);
}

function toMemberStep({ op, filter, value }: AttributeChange): GroupStep {
  if (filter) {
    if (op === 'remove') return { kind: 'remove', memberIds: listValues(filter) };
    throw new ScimError('invalidPath', 'Members can be added and replaced only without a filter.');
  }
  if (op !== 'remove') return { kind: op, memberIds: readMemberIds(value) };
  // RFC 7644 removes all members then. Entra ID sends those to remove as the value.
  return value == null
    ? { kind: 'replace', memberIds: [] }
    : { kind: 'remove', memberIds: readMemberIds(value) };
}

/** Reads the filter of `members[value eq "…"]`, also with several values joined by `or`. */
function listValues(filter: Filter): number[] {
  if (filter.kind === 'or') return filter.parts.flatMap(listValues);
  if (filter.kind === 'compare' && filter.op === 'eq' && filter.path.toLowerCase() === 'value') {
    const id = findRowId(String(filter.value), 'User');
    return id === null ? [] : [id];
  }
  throw invalidFilter('Members can only be filtered by value eq.');
}
