import { z } from 'zod';
import { type Filter, matchesFilter, parseFilter } from './filter.js';
import { ScimError } from './scim-error.js';

export const PATCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

const MAX_OPERATIONS = 1_000;

/** The body of PATCH (RFC 7644, 3.5.2). Some clients begin the operators with a capital letter. */
export const patchBody = z.object({
  schemas: z.array(z.string()).refine((schemas) => schemas.includes(PATCH_SCHEMA), {
    message: `schemas must contain ${PATCH_SCHEMA}.`,
  }),
  Operations: z
    .array(
      z.object({
        op: z
          .string()
          .toLowerCase()
          .pipe(z.enum(['add', 'replace', 'remove'])),
        path: z.string().max(2_000).nullish(),
        value: z.unknown().optional(),
      }),
    )
    .min(1)
    .max(MAX_OPERATIONS),
});

export type PatchOperation = z.output<typeof patchBody>['Operations'][number];

/** A change to one attribute. */
export interface AttributeChange {
  op: PatchOperation['op'];
  /** In lower case, without a schema. */
  attribute: string;
  /** In lower case. */
  sub: string | null;
  /** Whether the change concerns a value; every value if there is no filter. */
  matches: (value: Record<string, unknown>) => boolean;
  /** Chooses the values that it concerns; null for all. */
  filter: Filter | null;
  value: unknown;
}

const SCHEMA_PREFIX = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i;
const EXTENSION = /^urn:/i;
const PATH = /^([a-z$][\w$-]*)(?:\[(.*)\])?(?:\.([a-z$][\w$-]*))?$/is;

/**
 * Lists the changes of an operation. An operation without a path has several, one for each attribute
 * of its value. Attributes of extensions are left out, because no extension is stored.
 * @throws ScimError `invalidPath`, `invalidFilter`, `noTarget` or `invalidValue`
 */
export function listChanges({ op, path, value }: PatchOperation): AttributeChange[] {
  if (path) return readPath(op, path, value);
  if (op === 'remove') throw new ScimError('noTarget', 'The operation remove needs a path.');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ScimError('invalidValue', 'Without a path, the value must be an object.');
  }
  return Object.entries(value)
    .filter(([name]) => name.toLowerCase() !== 'schemas')
    .flatMap(([name, part]) => readPath(op, name, part));
}

function readPath(op: AttributeChange['op'], path: string, value: unknown): AttributeChange[] {
  const own = path.trim().replace(SCHEMA_PREFIX, '');
  if (EXTENSION.test(own)) return [];
  const [, attribute, condition, sub] = PATH.exec(own) ?? [];
  if (attribute === undefined)
    throw new ScimError('invalidPath', `The path "${path}" is not valid.`);
  const filter = condition === undefined ? null : parseFilter(condition);
  return [
    {
      op,
      attribute: attribute.toLowerCase(),
      sub: sub?.toLowerCase() ?? null,
      matches: (one) => filter === null || matchesFilter(filter, one),
      filter,
      value,
    },
  ];
}
