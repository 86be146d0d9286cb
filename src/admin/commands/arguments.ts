import { parseArgs } from 'node:util';

/** An invalid command. The message says why, without a period. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Options = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** Parses the arguments of a command. @throws UsageError */
export function readArguments<T extends Options>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Returns the only argument. @param noun what it is. @throws UsageError */
export function readOnly(positionals: readonly string[], command: string, noun: string): string {
  const [only, ...more] = positionals;
  if (only === undefined) throw new UsageError(`${command} needs ${noun}`);
  if (more.length > 0)
    throw new UsageError(`${command} takes only ${noun}, not "${more[0]}" as well`);
  return only;
}

/** Returns the choice that a text names, ignoring case. @throws UsageError */
export function oneOf<T extends string>(choices: readonly T[], option: string, value: string): T {
  const chosen = choices.find((choice) => choice.toUpperCase() === value.toUpperCase());
  if (chosen === undefined) throw new UsageError(`${option} must be one of ${choices.join(', ')}`);
  return chosen;
}
