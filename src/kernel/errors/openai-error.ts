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
