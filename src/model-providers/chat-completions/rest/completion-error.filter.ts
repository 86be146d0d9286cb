import { type ArgumentsHost, Catch, type ExceptionFilter, Inject, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { toDomainError } from '../../../kernel/errors/database-errors.js';
import { DomainErrorFilter } from '../../../kernel/http/domain-error.filter.js';
import { DomainError, NotFoundError } from '../../../kernel/errors/errors.js';
import { ENV } from '../../../kernel/environment.js';
import type { Env } from '../../../config/env.js';
import { ProviderError } from '../../protocol/provider-error.contract.js';
import { CHAT_ERRORS, toOpenAiError } from './chat-errors.js';

/** The text names no provider of this server, or no model of it. */
export class UnknownModelError extends NotFoundError {
  constructor(model: string) {
    super(
      `Unknown model "${model}". Name its provider too, such as openai:${model || 'gpt-5'}, or custom:<id>:<model> for a custom provider.`,
    );
  }
}

const BAD_GATEWAY = 502;

/** Writes errors as OpenAI does, for its clients. `DomainErrorFilter` does so for all that are not about chats. */
@Catch()
export class CompletionErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('chat-completions');
  private readonly others: DomainErrorFilter;

  constructor(@Inject(ENV) env: Env) {
    this.others = new DomainErrorFilter(env, [CHAT_ERRORS]);
  }

  catch(thrown: unknown, host: ArgumentsHost): void {
    const response = host.switchToHttp().getResponse<Response>();
    const error = toDomainError(thrown);
    if (error instanceof DomainError && !(error instanceof UnknownModelError)) {
      // oxlint-disable-next-line promise/valid-params -- a filter, not a promise
      this.others.catch(thrown, host);
    } else if (response.headersSent) {
      response.destroy();
    } else if (!response.closed) {
      this.send(error, response);
    }
  }

  private send(error: unknown, response: Response): void {
    if (error instanceof UnknownModelError) {
      response
        .status(error.status)
        .json(toOpenAiError(error.message, error.status, 'model_not_found'));
    } else if (error instanceof ProviderError) {
      if (error.retryAfterMs !== null) {
        response.setHeader('retry-after', Math.ceil(error.retryAfterMs / 1000));
      }
      const status = statusOf(error);
      response.status(status).json(toOpenAiError(error.message, status));
    } else {
      this.logger.error({ err: error }, 'unexpected error');
      response.status(500).json(toOpenAiError('Internal Server Error', 500));
    }
  }
}

/** Returns the status for an error of a provider: 502 unless the provider answered with an error. */
function statusOf({ status }: ProviderError): number {
  return status !== null && status >= 400 && status <= 599 ? status : BAD_GATEWAY;
}
