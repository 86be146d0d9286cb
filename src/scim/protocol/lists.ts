import { z } from 'zod';

export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

const SEARCH_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';

/** Larger pages are cut. */
export const MAX_PAGE = 200;
const DEFAULT_PAGE = 100;

const count = z.coerce.number({ error: 'must be a whole number' }).int();
const names = z.string().transform((text) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== ''),
);

/** Parameters that choose attributes of the response (RFC 7644, 3.9). */
export const attributesQuery = z.object({
  attributes: names.optional(),
  excludedAttributes: names.optional(),
});

/** Parameters of a list (RFC 7644, 3.4.2). Values below the minimum count as the minimum. */
export const listQuery = attributesQuery.extend({
  filter: z.string().optional(),
  startIndex: count.transform((index) => Math.max(1, index)).default(1),
  count: count.transform((size) => Math.min(MAX_PAGE, Math.max(0, size))).default(DEFAULT_PAGE),
});

/** The body of a search (RFC 7644, 3.4.3), with the parameters of a list. */
export const searchBody = z.object({
  ...listQuery.shape,
  schemas: z.array(z.string()).refine((schemas) => schemas.includes(SEARCH_SCHEMA), {
    message: `schemas must contain ${SEARCH_SCHEMA}.`,
  }),
  attributes: z.array(z.string()).optional(),
  excludedAttributes: z.array(z.string()).optional(),
});

export type AttributesQuery = z.output<typeof attributesQuery>;
export type ListQuery = z.output<typeof listQuery>;

/** A part of a list, and how long the whole list is. */
export interface ScimPage<T> {
  total: number;
  rows: T[];
}

export function toListResponse(
  { total }: Pick<ScimPage<unknown>, 'total'>,
  resources: object[],
  startIndex = 1,
): object {
  return {
    schemas: [LIST_SCHEMA],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** Attributes that are always returned. */
const ALWAYS = new Set(['schemas', 'id', 'meta']);

/** Excludes attributes that the client did not ask for. Sub-attributes count as their attribute. */
export function selectAttributes<R extends object>(
  resource: R,
  { attributes, excludedAttributes }: AttributesQuery,
): R {
  const wanted = attributes && new Set(attributes.map(toName));
  const unwanted = new Set(
    excludedAttributes?.filter((path) => !toLocal(path).includes('.')).map(toName),
  );
  const isShown = (name: string): boolean =>
    ALWAYS.has(name) ||
    (wanted ? wanted.has(name.toLowerCase()) : !unwanted.has(name.toLowerCase()));
  const shown = Object.entries(resource).filter(([name]) => isShown(name));
  return Object.fromEntries(shown) as R;
}

/** Returns whether a request leaves an attribute out, so that it need not be read. */
export function leavesOut(name: string, query: AttributesQuery): boolean {
  return !(name in selectAttributes({ [name]: true }, query));
}

const toLocal = (path: string): string =>
  path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(user|group):/i, '');

const toName = (path: string): string => toLocal(path).split('.')[0]!.toLowerCase();
