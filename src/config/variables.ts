import { isIP } from 'node:net';
import { z } from 'zod';

/**
 * Building blocks for environment variables. Each parses text, and describes valid values for error
 * messages.
 */

export const LOG_LEVELS = ['debug', 'info', 'warning', 'error', 'critical'] as const;

export const text = (accepted: string) => z.string({ error: accepted });

export const truth = () =>
  text('true or false').transform((value, context) => {
    const lower = value.toLowerCase();
    if (lower === 'true') return true;
    if (lower === 'false') return false;
    context.addIssue({ code: 'custom', message: 'true or false' });
    return z.NEVER;
  });

export const flag = (fallback: boolean) => truth().default(fallback);

export const wholeNumber = (fallback: number, min: number, max: number) => {
  const accepted = `a whole number from ${min} to ${max}`;
  return text(accepted)
    .regex(/^\d+$/, accepted)
    .transform(Number)
    .refine((value) => value >= min && value <= max, accepted)
    .default(fallback);
};

const POSITIVE = 'a positive number, such as 0.5';

export const positiveNumber = text(POSITIVE)
  .regex(/^\d{1,9}(\.\d{1,9})?$/, POSITIVE)
  .transform(Number)
  .refine((value) => value > 0, POSITIVE);

const PERCENTAGE = 'a percentage from 0 to 100, such as 87.5';

export const percentage = (fallback: number) =>
  text(PERCENTAGE)
    .regex(/^\d{1,3}(\.\d{1,9})?$/, PERCENTAGE)
    .transform(Number)
    .refine((value) => value <= 100, PERCENTAGE)
    .default(fallback);

export const port = (fallback: number) => wholeNumber(fallback, 0, 65535);

const ROOT_PATH = 'a path that starts with / and does not end with /, such as /spandrel';

// Redirects point below it, and two slashes at the start would mean a different host.
export const rootPath = text(ROOT_PATH)
  .regex(/^(\/[\w.~-]+)*$/, ROOT_PATH)
  .default('');

export const httpUrl = text('an http or https URL').refine(
  (value) => /^https?:\/\/[^/]+/.test(value) && URL.canParse(value),
  'a full http or https URL, such as https://spandrel.example.com',
);

export const databaseUrl = text('a postgresql:// URL').refine(
  (value) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value),
  'a URL such as postgresql://user:password@host:5432/database?sslmode=verify-full',
);

export const host = text('an IP address or host name').refine(
  (value) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value),
  'an IP address or a host name, such as 127.0.0.1',
);

export const level = (fallback: (typeof LOG_LEVELS)[number]) =>
  text(`one of ${LOG_LEVELS.join(', ')}`)
    .toLowerCase()
    .pipe(z.enum(LOG_LEVELS, { error: `one of ${LOG_LEVELS.join(', ')}` }))
    .default(fallback);

/** A hundred years, which dates can still represent. */
const MAX_MINUTES = 52_560_000;
const MINUTES = `a number of minutes above 0, at most ${MAX_MINUTES}`;

/** A number of minutes above zero; fractions are allowed. */
export const minutes = (fallback: number) =>
  text(MINUTES)
    .regex(/^\d+(\.\d+)?$/, MINUTES)
    .transform(Number)
    .refine((value) => value > 0 && value <= MAX_MINUTES, MINUTES)
    .default(fallback);

/** A configuration that the server cannot start with. `message` has one line for each mistake. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
