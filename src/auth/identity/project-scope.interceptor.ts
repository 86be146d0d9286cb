import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { map, Observable } from 'rxjs';
import { getAccessOfContext } from '../../kernel/access/handler-access.js';
import { getRequest } from '../../kernel/access/access.js';
import { chooseScope } from '../../kernel/access/project-access.js';
import {
  currentRequest,
  inRequest,
  type RequestContext,
} from '../../kernel/http/request-context.js';

/** Limits each handler to the projects in which the caller has the role that it requires. */
@Injectable()
export class ProjectScopeInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { identity, projectAccess } = getRequest(context);
    const request = currentRequest();
    if (!identity || !projectAccess) return next.handle();
    // Without a context, its statements would reach everything.
    if (!request) throw new Error('The request has no context.');
    const required = getAccessOfContext(context).role;
    if (!required || required === 'public') return next.handle();
    const scoped = { ...request, scope: chooseScope(projectAccess, identity.role, required) };
    return new Observable((subscriber) =>
      inRequest(scoped, () =>
        next
          .handle()
          .pipe(map((answer) => (isGenerator(answer) ? generateIn(scoped, answer) : answer)))
          .subscribe(subscriber),
      ),
    );
  }
}

function isGenerator(answer: unknown): answer is AsyncGenerator {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}

/** The events of a subscription are made later, whenever somebody asks for the next one. */
function generateIn(context: RequestContext, events: AsyncGenerator): AsyncGenerator {
  return {
    next: () => inRequest(context, () => events.next()),
    return: (value) => inRequest(context, () => events.return(value)),
    throw: (error) => inRequest(context, () => events.throw(error)),
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      await this.return(undefined);
    },
  };
}
