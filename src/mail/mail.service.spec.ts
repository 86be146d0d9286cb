import { Logger } from '@nestjs/common';
import type { Env } from '../config/env.js';
import type { JobQueueService } from '../job-queue/job-queue.service.js';
import type { SealingService } from '../sealing/sealing.service.js';
import { MailService } from './mail.service.js';

const { jest } = import.meta;

describe('a server with email', () => {
  let warnings: unknown[];

  beforeEach(() => {
    warnings = [];
    jest
      .spyOn(Logger.prototype, 'warn')
      .mockImplementation((...[fields, text]: unknown[]) => void warnings.push([fields, text]));
  });
  afterEach(() => jest.restoreAllMocks());

  function start(publicUrl: string | null, verify: () => Promise<unknown>): void {
    const env = { mail: null, publicUrl, rootUrl: 'http://localhost:6006' } as unknown as Env;
    const mail = new MailService(env, {} as JobQueueService, {} as SealingService);
    Object.assign(mail, { transport: { verify } });
    mail.onApplicationBootstrap();
  }

  it('tells where links in emails point to if nobody has set its address', () => {
    start(null, () => Promise.resolve());
    expect(warnings).toEqual([
      [
        { rootUrl: 'http://localhost:6006' },
        'links in emails point to this address; set SPANDREL_ROOT_URL to change it',
      ],
    ]);
  });

  it('says nothing if its address is set', () => {
    start('https://spandrel.example', () => Promise.resolve());
    expect(warnings).toEqual([]);
  });

  it('tells if the mail server refuses it, without what it said', async () => {
    const refusal = Object.assign(new Error('secret'), { code: 'EAUTH', responseCode: 535 });
    start('https://spandrel.example', () => Promise.reject(refusal));
    await new Promise(setImmediate);
    const fields = { code: 'EAUTH', responseCode: 535 };
    expect(warnings).toEqual([[fields, 'the mail server cannot be used now']]);
  });
});
