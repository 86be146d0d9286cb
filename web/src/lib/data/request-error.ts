interface Origin {
  /** The HTTP status; absent if there was no response. */
  status?: number | undefined;
  /** The `extensions.code` of a GraphQL error. */
  code?: string | undefined;
  /** Where a condition is wrong, as `extensions.position` says. */
  position?: number | null | undefined;
  cause?: unknown;
}

/** The reason a request returned no data: the server rejected it, failed, or did not respond. */
export class RequestError extends Error {
  readonly status: number | undefined;
  readonly code: string | undefined;
  readonly position: number | null | undefined;

  constructor(message: string, { status, code, position, cause }: Origin = {}) {
    super(message, { cause });
    this.name = 'RequestError';
    this.status = status;
    this.code = code;
    this.position = position;
  }

  /** Converts any thrown value to a `RequestError`. */
  static from(thrown: unknown): RequestError {
    if (thrown instanceof RequestError) return thrown;
    return new RequestError(thrown instanceof Error ? thrown.message : String(thrown), {
      cause: thrown,
    });
  }
}
