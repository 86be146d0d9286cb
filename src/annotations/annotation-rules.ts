import {
  BadRequestError,
  ConflictError,
  ForbiddenError,
  NotFoundError,
  UnprocessableError,
} from '../common/errors/errors.js';
import { type AnnotationTarget, NOTE } from './annotation-target.js';
import type { NewAnnotation, SentAnnotation } from './new-annotation.js';

/** How many missing targets an error names. */
const MAX_NAMED = 1000;

/** Why an annotation does not fit in the index of its key. */
export const KEY_TOO_LONG =
  'The name, the identifier and the IDs of the target are too long together.';

/**
 * Keeps the name of notes free for them.
 * @throws BadRequestError if a judgment has it, unless it is of a document, which has no notes.
 */
export function refuseReservedName(
  { kind, noun, hasPosition }: AnnotationTarget,
  judgments: readonly { name: string }[],
): void {
  if (hasPosition || judgments.every(({ name }) => name !== NOTE)) return;
  throw new BadRequestError(
    `The name "${NOTE}" is reserved for notes. To add a note to a ${noun}, use POST /v1/${kind}_notes.`,
  );
}

/** Refuses a change to somebody else's annotation. */
export function notOwn(name: string): ForbiddenError {
  return new ForbiddenError(describeNotOwn(name));
}

/** The sentence about a change to somebody else's annotation. */
export function describeNotOwn(name: string): string {
  return `The annotation "${name}" belongs to another user. Only its author or an admin can change it.`;
}

/** Refuses a second annotation with the same key. */
export function alreadyExists({ noun }: AnnotationTarget): ConflictError {
  return new ConflictError(`The ${noun} already has an annotation with this name and identifier.`);
}

/**
 * Checks annotations that a program sent, as far as this is possible without their targets.
 * @throws BadRequestError for the reserved name, UnprocessableError for a document annotation with
 * an identifier.
 */
export function assertAcceptable(target: AnnotationTarget, sent: readonly SentAnnotation[]): void {
  refuseReservedName(target, sent);
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
