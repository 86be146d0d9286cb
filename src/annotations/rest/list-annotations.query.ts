import { z } from 'zod';
import { UnprocessableError } from '../../kernel/errors/errors.js';
import { parseCursor } from '../../kernel/ids/global-id.js';
import { parseWireTime } from '../../kernel/time/time.js';
import {
  queryBoolean,
  queryInt,
  queryList,
  queryText,
  queryTime,
} from '../../kernel/validation/query-fields.js';
import { AnnotatorKind } from '../annotator-kind.contract.js';
import type { AnnotationDeletion, AnnotationSelection } from '../annotation-selection.js';
import type { AnnotationTarget } from '../annotation-target.js';
import type { AnnotationPage } from '../annotations.service.js';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 10_000;

/** How annotations are stored. */
export const storeAnnotationsQuery = z.object({
  sync: queryBoolean()
    .optional()
    .describe(
      'If true, all targets must exist, and the response contains the IDs of the annotations. By ' +
        'default, annotations wait up to ten minutes for their targets.',
    ),
});

export type StoreAnnotationsQuery = z.output<typeof storeAnnotationsQuery>;

/** Creates the parameters of the list of annotations of a kind of target. */
export function createListQuery({ noun }: AnnotationTarget) {
  return z.object({
    [`${noun}_ids`]: queryList()
      .optional()
      .describe(`The senders' IDs of ${noun}s, at most 1,000. Selects their annotations.`),
    identifier: queryNonEmptyList()
      .optional()
      .describe('Identifiers of annotations, at most 1,000. Required without IDs.'),
    include_annotation_names: queryList().optional().describe('Lists only these names.'),
    exclude_annotation_names: queryList().optional().describe('Excludes these names.'),
    cursor: queryText().optional().describe('The `next_cursor` of the previous page.'),
    limit: queryInt({ min: 1, max: MAX_LIMIT })
      .optional()
      .describe(`Page size. Defaults to ${DEFAULT_LIMIT}.`),
  });
}

export type ListQuery = Record<string, string[] | string | number | undefined>;

/** Reads the selected annotations and the page. @throws UnprocessableError for a bad cursor. */
export function toSelection(
  { noun }: AnnotationTarget,
  query: ListQuery,
): { selection: AnnotationSelection; page: AnnotationPage } {
  return {
    selection: {
      targetKeys: query[`${noun}_ids`] as string[] | undefined,
      identifiers: query['identifier'] as string[] | undefined,
      includeNames: query['include_annotation_names'] as string[] | undefined,
      excludeNames: query['exclude_annotation_names'] as string[] | undefined,
    },
    page: {
      newestId: parseCursor(query['cursor'] as string | undefined),
      limit: (query['limit'] as number | undefined) ?? DEFAULT_LIMIT,
    },
  };
}

/** Which annotations to delete. */
export const deleteAnnotationsQuery = z.object({
  name: queryText(z.string().min(1)).optional(),
  identifier: queryText(z.string().min(1)).optional(),
  annotator_kind: queryText(z.enum(AnnotatorKind)).optional(),
  start_time: queryTime().optional().describe('Annotations created at this time or later.'),
  end_time: queryTime().optional().describe('Annotations created before this time.'),
  delete_all: queryBoolean()
    .optional()
    .describe('Required unless both times are given. Other parameters still apply.'),
});

export type DeleteAnnotationsQuery = z.output<typeof deleteAnnotationsQuery>;

/**
 * Reads which annotations to delete.
 * @throws UnprocessableError if neither both times nor `delete_all` is given, or the range is empty.
 */
export function toDeletion(query: DeleteAnnotationsQuery): AnnotationDeletion {
  const { name, identifier, annotator_kind: annotatorKind } = query;
  const { start_time: start, end_time: end, delete_all: deletesAll } = query;
  if (!(start && end) && !deletesAll) {
    throw new UnprocessableError(
      'To delete annotations, either set both start_time and end_time, or set delete_all=true.',
    );
  }
  if (start && end && parseWireTime(start) >= parseWireTime(end)) {
    throw new UnprocessableError('start_time must be before end_time.');
  }
  return { name, identifier, annotatorKind, createdAt: { start, end } };
}

function queryNonEmptyList() {
  return z.preprocess(
    (value) => (Array.isArray(value) ? value : [value]),
    z.array(z.string().min(1)),
  );
}
