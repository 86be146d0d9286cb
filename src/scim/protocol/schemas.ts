/** The documents by which clients find out what this server supports (RFC 7643, 5 to 7). */

interface Attribute {
  name: string;
  type: 'string' | 'boolean' | 'complex' | 'reference';
  description: string;
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: 'immutable' | 'readOnly' | 'readWrite';
  uniqueness?: 'none' | 'server';
  canonicalValues?: readonly string[];
  referenceTypes?: string[];
  subAttributes?: Attribute[];
}

import { ROLE_CHOICES } from '../../kernel/access/roles.js';

const SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const TYPE = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
const CONFIG = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig';
const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';

const text = (name: string, description: string, more: Partial<Attribute> = {}): Attribute => ({
  name,
  type: 'string',
  description,
  ...more,
});

const READ_ONLY = { mutability: 'readOnly' } as const;
const IMMUTABLE = { mutability: 'immutable' } as const;

const USER_ATTRIBUTES: Attribute[] = [
  text('userName', 'Identifies the user at the service. Often the email address.', {
    required: true,
    uniqueness: 'server',
  }),
  text('externalId', 'The ID of the user at the service.', { caseExact: true }),
  text('displayName', 'The name that others see, if nobody else has it.'),
  {
    name: 'name',
    type: 'complex',
    description: 'The parts of the name.',
    subAttributes: [
      text('formatted', 'The full name. Also the displayName if that is missing.'),
      text('givenName', 'The first name.'),
      text('familyName', 'The last name.'),
    ],
  },
  {
    name: 'emails',
    type: 'complex',
    description:
      'The address under which the user signs in. One is stored: the primary or first. If there is ' +
      'none, the userName must be one.',
    multiValued: true,
    required: true,
    subAttributes: [
      text('value', 'The address.', { required: true, uniqueness: 'server' }),
      text('type', 'Always work.', { canonicalValues: ['work'] }),
      { name: 'primary', type: 'boolean', description: 'Always true.' },
    ],
  },
  {
    name: 'roles',
    type: 'complex',
    description: 'The role on this server. One is stored. Without one, new users are viewers.',
    multiValued: true,
    subAttributes: [
      text('value', 'The role.', { canonicalValues: ROLE_CHOICES }),
      { name: 'primary', type: 'boolean', description: 'Always true.' },
    ],
  },
  {
    name: 'active',
    type: 'boolean',
    description: 'If false, the user cannot sign in, and has no sessions and API keys.',
    required: true,
  },
  {
    name: 'groups',
    type: 'complex',
    description: 'The provisioned groups of the user.',
    multiValued: true,
    ...READ_ONLY,
    subAttributes: [
      text('value', 'The ID of the group.', READ_ONLY),
      text('display', 'The name of the group.', READ_ONLY),
      {
        name: '$ref',
        type: 'reference',
        description: 'The URL of the group.',
        referenceTypes: ['Group'],
        ...READ_ONLY,
      },
    ],
  },
];

const GROUP_ATTRIBUTES: Attribute[] = [
  text('displayName', 'The name of the group.', {
    required: true,
    caseExact: true,
    uniqueness: 'server',
  }),
  text('externalId', 'The ID of the group at the service.', {
    caseExact: true,
    uniqueness: 'server',
  }),
  {
    name: 'members',
    type: 'complex',
    description: 'The users of the group.',
    multiValued: true,
    subAttributes: [
      text('value', 'The ID of the user.', { caseExact: true, ...IMMUTABLE }),
      text('type', 'Always User.', { canonicalValues: ['User'], ...IMMUTABLE }),
      {
        name: '$ref',
        type: 'reference',
        description: 'The URL of the user.',
        referenceTypes: ['User'],
        ...IMMUTABLE,
      },
    ],
  },
];

/** Adds every characteristic that clients may read, and its default (RFC 7643, 2.2). */
function complete({ subAttributes, ...attribute }: Attribute): object {
  return {
    multiValued: false,
    required: false,
    caseExact: false,
    mutability: 'readWrite',
    returned: 'default',
    uniqueness: 'none',
    ...attribute,
    ...(subAttributes && { subAttributes: subAttributes.map(complete) }),
  };
}

/** @param base URL of the SCIM endpoints. */
export function listSchemas(base: string): { id: string }[] {
  return [
    { id: USER, name: 'User', description: 'A person with an account', list: USER_ATTRIBUTES },
    { id: GROUP, name: 'Group', description: 'A group of users', list: GROUP_ATTRIBUTES },
  ].map(({ list, ...schema }) => ({
    schemas: [SCHEMA],
    ...schema,
    attributes: list.map(complete),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));
}

/** @param base URL of the SCIM endpoints. */
export function listResourceTypes(base: string): { id: string }[] {
  return [
    { id: 'User', endpoint: '/Users', schema: USER },
    { id: 'Group', endpoint: '/Groups', schema: GROUP },
  ].map((type) => ({
    schemas: [TYPE],
    ...type,
    name: type.id,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }));
}

/** @param base URL of the SCIM endpoints. */
export function describeService(base: string, maxResults: number): object {
  return {
    schemas: [CONFIG],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that an administrator has created for SCIM',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}
