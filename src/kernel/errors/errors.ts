/** Every error code, with its HTTP status. */
export const ERROR_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  NOT_ACCEPTABLE: 406,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE: 422,
  BAD_USER_INPUT: 422,
  TOO_MANY_REQUESTS: 429,
  NOT_IMPLEMENTED: 501,
  UNAVAILABLE: 503,
  INSUFFICIENT_STORAGE: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * An error that the caller can do something about. Its message is shown unchanged: over REST as
 * `text/plain`, over GraphQL with `extensions.code`.
 */
export class DomainError extends Error {
  override readonly name: string = 'DomainError';

  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  /** The machine-readable fields of the error besides its code. GraphQL has them in `extensions`. */
  get details(): object {
    return {};
  }
}

export class BadRequestError extends DomainError {
  override readonly name = 'BadRequestError';
  constructor(message: string) {
    super('BAD_REQUEST', message);
  }
}

export class UnauthenticatedError extends DomainError {
  override readonly name = 'UnauthenticatedError';
  constructor(message: string) {
    super('UNAUTHENTICATED', message);
  }
}

/** A credential that was valid earlier, so the sender did not guess it. */
export class ExpiredTokenError extends UnauthenticatedError {
  constructor() {
    super('Expired token');
  }
}

export class ForbiddenError extends DomainError {
  override readonly name = 'ForbiddenError';
  constructor(message: string) {
    super('FORBIDDEN', message);
  }
}

export class NotFoundError extends DomainError {
  override readonly name = 'NotFoundError';
  constructor(message: string) {
    super('NOT_FOUND', message);
  }
}

export class NotAcceptableError extends DomainError {
  override readonly name = 'NotAcceptableError';
  constructor(message: string) {
    super('NOT_ACCEPTABLE', message);
  }
}

export class RequestTimeoutError extends DomainError {
  override readonly name = 'RequestTimeoutError';
  constructor(message: string) {
    super('REQUEST_TIMEOUT', message);
  }
}

export class ConflictError extends DomainError {
  override readonly name = 'ConflictError';
  constructor(message: string) {
    super('CONFLICT', message);
  }
}

export class PayloadTooLargeError extends DomainError {
  override readonly name = 'PayloadTooLargeError';
  constructor(message: string) {
    super('PAYLOAD_TOO_LARGE', message);
  }
}

export class UnsupportedMediaTypeError extends DomainError {
  override readonly name = 'UnsupportedMediaTypeError';
  constructor(message: string) {
    super('UNSUPPORTED_MEDIA_TYPE', message);
  }
}

/** A well-formed request that makes no sense. Rendered as text ("422-text" in the API contract). */
export class UnprocessableError extends DomainError {
  override readonly name = 'UnprocessableError';
  constructor(message: string) {
    super('UNPROCESSABLE', message);
  }
}

/** A part of a standard that this server does not support. */
export class NotImplementedError extends DomainError {
  override readonly name = 'NotImplementedError';
  constructor(message: string) {
    super('NOT_IMPLEMENTED', message);
  }
}

/** The server cannot process the request now; the caller can retry. */
export class UnavailableError extends DomainError {
  override readonly name = 'UnavailableError';
  constructor(
    message: string,
    readonly retryAfterSeconds = 1,
  ) {
    super('UNAVAILABLE', message);
  }
}

/** The database has no room for anything new; the caller can retry after something was deleted. */
export class InsufficientStorageError extends DomainError {
  override readonly name = 'InsufficientStorageError';
  readonly retryAfterSeconds = 60;
  constructor(message: string) {
    super('INSUFFICIENT_STORAGE', message);
  }
}

/** The caller has tried too often and can retry later. */
export class TooManyRequestsError extends DomainError {
  override readonly name = 'TooManyRequestsError';
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
  ) {
    super('TOO_MANY_REQUESTS', message);
  }
}

/** One violation of a request's schema, in the form that the published clients read. */
export interface ValidationDetail {
  type: string;
  /** Starts with `query`, `path` or `body`; list indices are integers. */
  loc: (string | number)[];
  msg: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/**
 * A request that violates its schema. Rendered as `{"detail": […]}` ("422-json" in the contract).
 */
export class ValidationError extends DomainError {
  override readonly name = 'ValidationError';
  constructor(readonly detail: ValidationDetail[]) {
    super('BAD_USER_INPUT', detail.map(toSentence).join('; '));
  }
}

/** Writes a violation as a sentence, without the leading `body` or `query`. */
function toSentence({ loc, msg }: ValidationDetail): string {
  return `${(loc.length > 1 ? loc.slice(1) : loc).join('.')}: ${msg}`;
}
