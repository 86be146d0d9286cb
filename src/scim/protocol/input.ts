import { z } from 'zod';
import { isStorable } from '../../kernel/validation/storable.js';

const MAX_TEXT = 512;

/** A text of a resource. Some clients send empty texts for what they do not have. */
export const shortText = () =>
  z
    .string()
    .max(MAX_TEXT)
    .refine(isStorable, { message: 'must not contain NUL characters or lone surrogates' })
    .trim();

export const optionalText = () =>
  shortText()
    .transform((text) => text || null)
    .nullish();

/** Entra ID sends texts such as "False". */
export const looseBoolean = () =>
  z.union([
    z.boolean(),
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(['true', 'false']))
      .transform((text) => text === 'true'),
  ]);

/** Names of attributes ignore case (RFC 7643, 2.1). */
export function withLowerCaseNames<S extends z.ZodType>(schema: S) {
  return z.preprocess((value) => lowerNames(value), schema);
}

/** Deeper values belong to no attribute that is stored, and would take too much of the stack. */
const MAX_DEPTH = 5;

function lowerNames(value: unknown, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => lowerNames(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name.toLowerCase(), lowerNames(part, depth + 1)]),
  );
}

/** A value of an attribute with several: the primary one, or else the first. */
export function pickPrimary(value: unknown): string | null {
  const items = listItems(value);
  const chosen = items.find(isPrimary) ?? items[0];
  return typeof chosen?.['value'] === 'string' ? chosen['value'].trim() || null : null;
}

/** Returns whether all values say that they are of another type than this, and none is the primary one. */
export function areSecondary(value: unknown, type: string): boolean {
  return listItems(value).every(
    (item) => !isPrimary(item) && typeof item['type'] === 'string' && item['type'] !== type,
  );
}

type Item = Record<string, unknown>;

function listItems(value: unknown): Item[] {
  const values = (Array.isArray(value) ? value : [value]) as unknown[];
  return values.map((item) =>
    typeof item === 'object' && item !== null ? (lowerNames(item) as Item) : { value: item },
  );
}

const isPrimary = ({ primary }: Item): boolean =>
  primary === true || (typeof primary === 'string' && primary.toLowerCase() === 'true');
