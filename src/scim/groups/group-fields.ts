import { z } from 'zod';
import { findRowId } from '../../kernel/ids/global-id.js';
import { maxBytes } from '../../kernel/validation/json-fields.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';
import { optionalText, shortText, withLowerCaseNames } from '../protocol/input.js';
import { ScimError } from '../protocol/scim-error.js';

export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group';

/** The fields of a group that provisioning services edit, besides its members. */
export interface GroupFields {
  displayName: string;
  externalId: string | null;
}

export const groupName = () => shortText().min(1).check(maxBytes(MAX_NAME_BYTES));

/** The body of POST and PUT. Other attributes are not stored. */
export const groupBody = withLowerCaseNames(
  z.object({
    schemas: z.array(z.string()).refine((schemas) => schemas.includes(GROUP_SCHEMA), {
      message: `schemas must contain ${GROUP_SCHEMA}.`,
    }),
    displayname: groupName(),
    externalid: optionalText(),
    members: z.unknown().optional(),
  }),
);

export type GroupBody = z.output<typeof groupBody>;

export function toGroupFields({ displayname, externalid }: GroupBody): GroupFields {
  return { displayName: displayname, externalId: externalid ?? null };
}

/**
 * Returns the row IDs of members.
 * @throws ScimError `invalidValue` if one cannot be a user.
 */
export function readMemberIds(value: unknown): number[] {
  const members = (Array.isArray(value) ? value : value == null ? [] : [value]) as unknown[];
  return members.map((member) => {
    const text =
      typeof member === 'object' && member !== null
        ? Object.entries(member).find(([name]) => name.toLowerCase() === 'value')?.[1]
        : member;
    if (typeof text !== 'string') {
      throw new ScimError('invalidValue', 'Each member needs the ID of a user as its value.');
    }
    const id = findRowId(text, 'User');
    if (id === null) throw noSuchMember(text);
    return id;
  });
}

export const noSuchMember = (id: string): ScimError =>
  new ScimError('invalidValue', `The member "${id.slice(0, 100)}" does not exist.`);
