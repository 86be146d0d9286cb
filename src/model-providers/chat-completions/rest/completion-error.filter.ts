import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { toDomainError } from '../../../common/errors/database-errors.js';
import { DomainErrorFilter } from '../../../common/errors/domain-error.filter.js';
import {
  DomainError,
  ForbiddenError,
  NotFoundError,
  UnauthenticatedError,
} from '../../../common/errors/errors.js';
import { ENV } from '../../../config/config.module.js';
import type { Env } from '../../../config/env.js';
import { ProviderError } from '../../../common/chat/provider-error.js';

/** The text names no provider of this server, or no model of it. */
export class UnknownModelError extends NotFoundError {
  constructor(model: string) {
    super(
      `Unknown model "${model}". Name its provider too, such as openai:${model || 'gpt-5'}, or custom:<id>:<model> for a custom provider.`,
    );
  }
}

/** An error in the format of OpenAI. */
export interface CompletionError {
  error: { message: string; type: string; param: null; code: 'model_not_found' | null };
}

const BAD_GATEWAY = 502;

/** Writes errors as OpenAI does, for its clients. Those of the sign-in stay as they are elsewhere. */
@Catch()
export class CompletionErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('chat-completions');
  private readonly others: DomainErrorFilter;

  constructor(@Inject(ENV) env: Env) {
    this.others = new DomainErrorFilter(env);
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const error = toDomainError(thrown);
    const isUnknown = !(error instanceof DomainError || error instanceof ProviderError);
    if (error instanceof UnauthenticatedError || error instanceof ForbiddenError) {
      // oxlint-disable-next-line promise/valid-params -- a filter, not a promise
      this.others.catch(error, host);
    } else if (response.headersSent) {
      response.destroy();
    } else if (!response.closed) {
      if (isUnknown) this.logger.error({ err: error }, 'unexpected error');
      const status = statusOf(error);
      if (error instanceof ProviderError && error.retryAfterMs !== null) {
        response.setHeader('retry-after', Math.ceil(error.retryAfterMs / 1000));
      }
      response.status(status).json(toCompletionError(error, status));
    }
  }
}

/** Whatever a provider answers besides an error was no answer. */
function statusOf(error: unknown): number {
  if (error instanceof DomainError) return error.status;
  if (!(error instanceof ProviderError)) return 500;
  const { status } = error;
  return status !== null && status >= 400 && status <= 599 ? status : BAD_GATEWAY;
}

function toCompletionError(error: unknown, status: number): CompletionError {
  const isTellable = error instanceof DomainError || error instanceof ProviderError;
  return {
    error: {
      message: isTellable ? error.message : 'Internal Server Error',
      type: status < 500 ? 'invalid_request_error' : 'api_error',
      param: null,
      code: error instanceof UnknownModelError ? 'model_not_found' : null,
    },
  };
}
