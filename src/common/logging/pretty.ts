import { build } from 'pino-pretty';

/** Readable lines for a terminal, written synchronously so that the last one before an exit is seen. */
export function pinoPretty(): ReturnType<typeof build> {
  return build({ colorize: process.stdout.isTTY, sync: true, ignore: 'context', messageFormat });
}

function messageFormat(log: Record<string, unknown>, messageKey: string): string {
  const context = typeof log['context'] === 'string' ? `[${log['context']}] ` : '';
  const message = log[messageKey];
  return `${context}${typeof message === 'string' ? message : ''}`;
}
