import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import { NotFoundError } from '../../errors/errors.js';
import { ENV } from '../../environment.js';
import type { KernelEnv } from '../../environment.js';
import { sendMessagePage } from './message-page.js';

/** Renders "not found" as a page, for links that users follow. */
@Catch(NotFoundError)
export class NotFoundPageFilter implements ExceptionFilter<NotFoundError> {
  constructor(@Inject(ENV) private readonly env: Pick<KernelEnv, 'rootPath'>) {}

  catch({ status, message }: NotFoundError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendMessagePage(http.getRequest(), http.getResponse(), {
      status,
      title: 'Not found',
      message,
      home: `${this.env.rootPath}/`,
    });
  }
}
