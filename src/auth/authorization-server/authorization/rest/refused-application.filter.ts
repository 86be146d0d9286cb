import { type ArgumentsHost, Catch, type ExceptionFilter, Inject } from '@nestjs/common';
import { BadRequestError } from '../../../../kernel/errors/errors.js';
import { sendMessagePage } from '../../../../kernel/http/links/message-page.js';
import { ENV } from '../../../../kernel/environment.js';
import type { Env } from '../../../../config/env.js';

/** Tells the user what is wrong if the application cannot be told, because it is not known. */
@Catch(BadRequestError)
export class RefusedApplicationFilter implements ExceptionFilter<BadRequestError> {
  constructor(@Inject(ENV) private readonly env: Pick<Env, 'rootPath'>) {}

  catch({ status, message }: BadRequestError, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    sendMessagePage(http.getRequest(), http.getResponse(), {
      status,
      title: 'This application cannot ask for access',
      message,
      home: `${this.env.rootPath}/`,
    });
  }
}
