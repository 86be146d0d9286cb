import { BadRequestError, ConflictError } from '../../kernel/errors/errors.js';
import { MAX_NAME_BYTES } from '../../kernel/validation/storable.js';
import type { AnnotationConfigEntity } from './annotation-config.entity.js';

/** The fields of a config that users edit. Fields that its type does not have are null. */
export type AnnotationConfigContent = Omit<
  AnnotationConfigEntity,
  'id' | 'createdAt' | 'updatedAt'
>;

/** Notes are stored as annotations with this name. */
const RESERVED_NAME = 'note';

const MAX_LABELS = 1000;

/** @throws ConflictError for the name of notes. */
export function assertNameIsFree(name: string): void {
  if (name !== RESERVED_NAME) return;
  throw new ConflictError(`The name "${RESERVED_NAME}" is reserved for notes. Use another name.`);
}

/** @throws BadRequestError if the labels or bounds make no sense. */
export function assertValuesAreValid({
  values,
  lowerBound,
  upperBound,
}: AnnotationConfigContent): void {
  if (values) assertLabelsAreValid(values.map(({ label }) => label));
  if (lowerBound !== null && upperBound !== null && lowerBound >= upperBound) {
    throw new BadRequestError('The lower bound must be less than the upper bound.');
  }
}

function assertLabelsAreValid(labels: readonly string[]): void {
  if (labels.length === 0) throw new BadRequestError('Add at least one label.');
  if (labels.length > MAX_LABELS) {
    throw new BadRequestError(`A config can have at most ${MAX_LABELS} labels.`);
  }
  const seen = new Set<string>();
  for (const label of labels) {
    if (label.trim() === '') throw new BadRequestError('A label must not be empty.');
    if (Buffer.byteLength(label) > MAX_NAME_BYTES) {
      throw new BadRequestError(`A label can have at most ${MAX_NAME_BYTES} bytes.`);
    }
    if (seen.has(label)) {
      throw new BadRequestError(`The label "${label}" appears more than once.`);
    }
    seen.add(label);
  }
}
