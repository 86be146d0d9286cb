import { BadRequestError, ConflictError, ForbiddenError } from '../common/errors/errors.js';
import { type AnnotationTarget, NOTE } from './annotation-target.js';

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
  return new ForbiddenError(
    `The annotation "${name}" belongs to another user. Only its author or an admin can change it.`,
  );
}

/** Refuses a second annotation with the same key. */
export function alreadyExists({ noun }: AnnotationTarget): ConflictError {
  return new ConflictError(`The ${noun} already has an annotation with this name and identifier.`);
}
