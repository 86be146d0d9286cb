import { DomainError, type ErrorCode } from '../../kernel/errors/errors.js';

/** RFC 7644, 3.12. */
export type ScimErrorType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

const CODES: Partial<Record<ScimErrorType, ErrorCode>> = { uniqueness: 'CONFLICT' };

/** A refusal with the type that SCIM clients read. */
export class ScimError extends DomainError {
  override readonly name = 'ScimError';

  constructor(
    readonly scimType: ScimErrorType,
    message: string,
  ) {
    super(CODES[scimType] ?? 'BAD_REQUEST', message);
  }
}
