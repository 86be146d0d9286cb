import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  UnprocessableError,
} from '../kernel/errors/errors.js';
import type { Identity } from '../kernel/access/access.js';
import { parseGlobalId } from '../kernel/ids/global-id.js';
import { type AnnotationTarget, NOTE } from './annotation-target.js';
import { APP_IDENTIFIER, type NewAnnotation, type SentAnnotation } from './new-annotation.js';

/** How many missing targets an error names. */
const MAX_NAMED = 1000;

/** Why an annotation does not fit in the index of its key. */
export const KEY_TOO_LONG =
  'The name, identifier and target IDs are too long in total. Use a shorter name or identifier.';

/**
 * Keeps the name of notes free for them.
 * @throws BadRequestError if a judgment has it.
 */
export function refuseReservedName(
  { noun }: AnnotationTarget,
  judgments: readonly { name: string }[],
): void {
  if (judgments.every(({ name }) => name !== NOTE)) return;
  throw new BadRequestError(
    `The name "${NOTE}" is reserved for notes. To add a note to a ${noun}, use POST /v1/${noun}_notes.`,
  );
}

/** Refuses a change to somebody else's annotation. */
export function notOwn(name: string): ForbiddenError {
  return new ForbiddenError(
    `The annotation "${name}" belongs to another user. Only its author or an admin can change it.`,
  );
}

/** The sentences about an annotation that would replace somebody else's. */
export function describeNotReplaced(name: string): string {
  return `${notOwn(name).message} Use another identifier to add your own.`;
}

/**
 * Keeps the identifiers of the annotations that people make in the app free for them.
 * @throws ForbiddenError if it is another user's, except for admins.
 */
export function refuseForeignIdentifier(
  identifier: string | null | undefined,
  { role, userId }: Identity,
): void {
  if (role === 'ADMIN' || !identifier?.startsWith(APP_IDENTIFIER)) return;
  const owner = parseGlobalId(identifier.slice(APP_IDENTIFIER.length));
  if (owner?.type !== 'User' || owner.id === userId) return;
  throw new ForbiddenError(
    `The identifier "${identifier}" is reserved for another user. Use a different identifier.`,
  );
}

/** Refuses a second annotation with the same key. */
export function alreadyExists({ noun }: AnnotationTarget): ConflictError {
  return new ConflictError(`The ${noun} already has an annotation with this name and identifier.`);
}

/**
 * Checks annotations that a program sent, as far as this is possible without their targets.
 * @throws BadRequestError for the reserved name, UnprocessableError for a document annotation with
 * an identifier, ForbiddenError for the identifier of another user.
 */
export function assertAcceptable(
  target: AnnotationTarget,
  sent: readonly SentAnnotation[],
  caller: Identity,
): void {
  // Documents have no notes, so published servers accept the name over REST.
  if (!target.hasPosition) refuseReservedName(target, sent);
  for (const { identifier } of sent) refuseForeignIdentifier(identifier, caller);
  if (target.hasPosition && sent.some(({ identifier }) => identifier?.trim())) {
    throw new UnprocessableError('Document annotations cannot have an identifier.');
  }
}

/** The sentence about a document that a span does not have. */
export function describeOutOfRange({
  annotation: { target, documentPosition },
  count,
}: {
  annotation: NewAnnotation;
  count: number;
}): string {
  const range = count === 0 ? 'has no documents' : `has documents 0 to ${count - 1}`;
  return `There is no document ${documentPosition}: the span "${target[1]}" ${range}.`;
}

/**
 * The sentence about an annotation whose target never arrived.
 * @param named null if the readers may not learn which annotation it is.
 */
export function describeMissing(
  noun: AnnotationTarget['noun'],
  minutes: number,
  named: { name: string; targetKey: string } | null,
): string {
  const subject = named ? `The annotation "${named.name}"` : 'An annotation';
  const missing = named ? `${noun} "${named.targetKey}"` : noun;
  return `${subject} was not stored, because its ${missing} did not arrive within ${minutes} minutes.`;
}

/** Returns the text of a note. @throws UnprocessableError if it is blank. */
export function requireNoteText(text: string | null | undefined): string {
  const trimmed = text?.trim();
  if (!trimmed) throw new UnprocessableError('The note must not be empty.');
  return trimmed;
}

/** Names targets that do not exist. */
export function missingTargets(
  { noun, targets }: AnnotationTarget,
  keys: readonly string[],
  named: string = targets.senderKey,
): NotFoundError {
  const shown = keys.slice(0, MAX_NAMED).join(', ');
  const more = keys.length > MAX_NAMED ? ` and ${keys.length - MAX_NAMED} more` : '';
  const subject = keys.length === 1 ? capitalize(noun) : `${capitalize(noun)}s`;
  return new NotFoundError(`${subject} with ${named} ${shown}${more} not found.`);
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
