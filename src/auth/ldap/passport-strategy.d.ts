/** The base class of passport's strategies, which comes without types. */
declare module 'passport-strategy' {
  /** What a strategy is lent for one request: exactly one of them is called. */
  abstract class Strategy {
    name?: string;
    abstract authenticate(request: unknown, options?: unknown): void;
    success(user: unknown, info?: unknown): void;
    fail(challenge?: unknown, status?: number): void;
    error(error: unknown): void;
  }
  export = Strategy;
}
