import { BadRequestError, DomainError } from '../../kernel/errors/errors.js';
import { parseGlobalId, toGlobalId } from '../../kernel/ids/global-id.js';
import type { AnnotationConfigEntity, AnnotationConfigType } from './annotation-config.entity.js';

/** Type names in the global IDs of annotation configs. */
export const CONFIG_TYPE_NAMES = {
  CATEGORICAL: 'CategoricalAnnotationConfig',
  CONTINUOUS: 'ContinuousAnnotationConfig',
  FREEFORM: 'FreeformAnnotationConfig',
} as const satisfies Record<AnnotationConfigType, string>;

const TYPE_NAMES: ReadonlySet<string> = new Set(Object.values(CONFIG_TYPE_NAMES));

export function toConfigId({ type, id }: Pick<AnnotationConfigEntity, 'type' | 'id'>): string {
  return toGlobalId(CONFIG_TYPE_NAMES[type], id);
}

/**
 * Returns the row ID of a config's global ID, or null for any other text. The type in the ID need
 * not be the type of the config, because the latter can change.
 */
export function findConfigRowId(text: string): number | null {
  const parsed = parseGlobalId(text);
  return parsed && TYPE_NAMES.has(parsed.type) ? parsed.id : null;
}

/**
 * Returns the row ID of a config's global ID.
 * @throws BadRequestError for the ID of something else, DomainError BAD_USER_INPUT for a text that
 * is not a global ID.
 */
export function requireConfigRowId(text: string): number {
  const id = findConfigRowId(text);
  if (id !== null) return id;
  const message = `"${text}" is not the ID of an annotation config.`;
  throw parseGlobalId(text)
    ? new BadRequestError(message)
    : new DomainError('BAD_USER_INPUT', message);
}

/**
 * Returns the row IDs of configs to assign, without duplicates.
 * @throws DomainError BAD_USER_INPUT for anything else than the ID of a config.
 */
export function requireConfigRowIds(texts: readonly string[]): number[] {
  const ids = texts.map((text) => {
    const id = findConfigRowId(text);
    if (id !== null) return id;
    throw new DomainError('BAD_USER_INPUT', `"${text}" is not the ID of an annotation config.`);
  });
  return [...new Set(ids)];
}

/**
 * Returns the row ID in a REST cursor, or null if there is no cursor.
 * @throws BadRequestError for any other text.
 */
export function parseConfigCursor(cursor: string | undefined): number | null {
  if (!cursor) return null;
  const id = findConfigRowId(cursor);
  if (id === null) throw new BadRequestError(`Invalid cursor: ${cursor}`);
  return id;
}
