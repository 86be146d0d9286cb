import type { ArgumentsHost } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import { readEnv } from '../../config/env.js';
import { DomainErrorFilter } from './domain-error.filter.js';
import { inRequest } from './request-context.js';

describe('DomainErrorFilter', () => {
  it('gives an unexpected error the ID of its request', () => {
    const headers = new Map<string, string>();
    const sent: unknown[] = [];
    const response = {
      headersSent: false,
      setHeader: (name: string, value: string) => headers.set(name, value),
      status: () => response,
      type: () => response,
      send: (body: unknown) => sent.push(body),
    };
    const http = { getResponse: () => response, getRequest: () => ({}) };
    const host = { getType: () => 'http', switchToHttp: () => http };
    const context = { requestId: 'from-proxy.7', address: null, userAgent: null };

    Logger.overrideLogger(false);
    inRequest(context, () =>
      new DomainErrorFilter(readEnv({})).catch(
        new Error('password=hunter2'),
        host as unknown as ArgumentsHost,
      ),
    );

    expect(headers.get('X-Correlation-Id')).toBe('from-proxy.7');
    expect(sent).toEqual(['Internal Server Error']);
  });
});
