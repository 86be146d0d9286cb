import {
  DomainError,
  ForbiddenError,
  UnauthenticatedError,
} from '../../../kernel/errors/errors.js';
import type { ErrorFormat } from '../../../kernel/http/error-format.js';

/** An error in the format of OpenAI. */
interface OpenAiError {
  error: {
    message: string;
    type: 'invalid_request_error' | 'api_error';
    param: null;
    code: 'model_not_found' | null;
  };
}

/** Writes an error as OpenAI does, for its clients. */
export function toOpenAiError(
  message: string,
  status: number,
  code: OpenAiError['error']['code'] = null,
): OpenAiError {
  const type = status < 500 ? 'invalid_request_error' : 'api_error';
  return { error: { message, type, param: null, code } };
}

/**
 * Chats answer as OpenAI does, also to what is refused before their controller is asked. Refused credentials are
 * answered as everywhere else.
 */
export const CHAT_ERRORS: ErrorFormat = {
  paths: /^\/v1\/chat\//i,
  write: (error, { status, message }) =>
    error instanceof DomainError && !isAboutAccess(error)
      ? { status, contentType: 'application/json', body: toOpenAiError(message, status) }
      : null,
};

function isAboutAccess(error: DomainError): boolean {
  return error instanceof UnauthenticatedError || error instanceof ForbiddenError;
}
