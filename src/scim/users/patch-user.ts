import type { z } from 'zod';
import { areSecondary, looseBoolean, pickPrimary, shortText } from '../protocol/input.js';
import { type AttributeChange, listChanges, type PatchOperation } from '../protocol/patch.js';
import { ScimError } from '../protocol/scim-error.js';
import { readRole, type UserFields } from './user-fields.js';

/**
 * Applies the operations of a PATCH in order. Attributes that are not stored are ignored, because
 * services send everything that they are configured to.
 * @throws ScimError if an operation is not valid.
 */
export function patchUser(fields: UserFields, operations: readonly PatchOperation[]): UserFields {
  return operations.flatMap(listChanges).reduce(applyChange, fields);
}

const READ_ONLY = new Set(['id', 'meta', 'groups', 'schemas']);

function applyChange(fields: UserFields, change: AttributeChange): UserFields {
  const { attribute, sub, op, value } = change;
  if (READ_ONLY.has(attribute)) {
    throw new ScimError('mutability', `The attribute "${attribute}" cannot be changed.`);
  }
  switch (attribute) {
    case 'username':
      return { ...fields, userName: readRequired(change) };
    case 'externalid':
      return { ...fields, externalId: readText(change) };
    case 'displayname':
      return { ...fields, displayName: readText(change) };
    case 'active':
      if (op === 'remove') throw cannotRemove(attribute);
      return { ...fields, active: read(looseBoolean(), value, attribute) };
    case 'name':
      return sub === null ? applyName(fields, change) : applyNamePart(fields, sub, change);
    case 'emails':
      return applyEmail(fields, change);
    case 'roles':
      return { ...fields, role: op === 'remove' ? null : readRole(pickPrimary(value)) };
    default:
      return fields;
  }
}

function applyName(fields: UserFields, change: AttributeChange): UserFields {
  if (change.op === 'remove') {
    return { ...fields, formattedName: null, givenName: null, familyName: null };
  }
  if (typeof change.value !== 'object' || change.value === null) throw invalid('name');
  return Object.entries(change.value).reduce(
    (named, [part, value]) => applyNamePart(named, part.toLowerCase(), { ...change, value }),
    fields,
  );
}

function applyNamePart(fields: UserFields, part: string, change: AttributeChange): UserFields {
  if (part === 'givenname') return { ...fields, givenName: readText(change) };
  if (part === 'familyname') return { ...fields, familyName: readText(change) };
  if (part === 'formatted') return { ...fields, formattedName: readText(change) };
  return fields;
}

/** One address is stored. Changes of others, such as `emails[type eq "home"]`, are ignored. */
function applyEmail(fields: UserFields, change: AttributeChange): UserFields {
  const stored = { value: fields.email ?? '', type: 'work', primary: true };
  if (!change.matches(stored) || (change.sub !== null && change.sub !== 'value')) return fields;
  if (change.op === 'remove') return { ...fields, email: null };
  const isAddition = change.op === 'add' && change.sub === null && fields.email !== null;
  if (isAddition && areSecondary(change.value, stored.type)) return fields;
  const email = pickPrimary(change.value);
  if (email === null) throw invalid('emails');
  return { ...fields, email };
}

function readRequired(change: AttributeChange): string {
  const text = readText(change);
  if (text === null) throw cannotRemove(change.attribute);
  return text;
}

function readText({ op, attribute, value }: AttributeChange): string | null {
  if (op === 'remove' || value === null) return null;
  return read(shortText(), value, attribute) || null;
}

function read<S extends z.ZodType>(schema: S, value: unknown, attribute: string): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw invalid(attribute);
  return result.data;
}

const invalid = (attribute: string): ScimError =>
  new ScimError('invalidValue', `The value of "${attribute}" is not valid.`);

const cannotRemove = (attribute: string): ScimError =>
  new ScimError('mutability', `The attribute "${attribute}" is required and cannot be removed.`);
