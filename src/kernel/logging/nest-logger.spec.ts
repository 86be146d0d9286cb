import { pino } from 'pino';
import { NestLogger } from './nest-logger.js';

function record(act: (logger: NestLogger) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  act(new NestLogger(pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('NestLogger', () => {
  it('keeps the context separate from the message', () => {
    const [line] = record((logger) => logger.log('ready', 'JobsService'));
    expect(line).toMatchObject({ level: 30, msg: 'ready', context: 'JobsService' });
  });

  it('adds the fields of an error', () => {
    const [line] = record((logger) =>
      logger.error({ err: new Error('boom'), correlationId: 'c1' }, 'unexpected error', 'errors'),
    );
    expect(line).toMatchObject({ msg: 'unexpected error', correlationId: 'c1', context: 'errors' });
    expect(line?.['err']).toMatchObject({ message: 'boom' });
  });

  it('keeps a stack that is passed as text', () => {
    const [line] = record((logger) => logger.error('boom', 'Error: boom\n at x', 'Context'));
    expect(line).toMatchObject({ msg: 'boom', stack: 'Error: boom\n at x' });
  });

  it('tells what Nest does at each start only for debugging', () => {
    const lines = record((logger) => {
      logger.log('Starting Nest application...', 'NestFactory');
      logger.log('Mapped {/healthz, GET} route', 'RouterExplorer');
      logger.log('Nest application successfully started', 'NestApplication');
      logger.error('boom', 'NestFactory');
    });
    expect(lines.map(({ level }) => level)).toEqual([20, 20, 20, 50]);
  });
});
