import { DomainError } from '../../kernel/errors/errors.js';

/** The codes that applications read (RFC 6749, RFC 7591 and RFC 8707). */
export type OAuth2ErrorCode =
  | 'access_denied'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

/** A request of an application that this server refuses. `message` explains it to its developers. */
export class OAuth2Error extends DomainError {
  override readonly name = 'OAuth2Error';

  constructor(
    readonly error: OAuth2ErrorCode,
    message: string,
  ) {
    super('BAD_REQUEST', message);
  }
}
