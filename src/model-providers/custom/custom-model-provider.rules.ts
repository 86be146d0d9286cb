import { z } from 'zod';
import { reason, storableText, trimmedText } from '../../kernel/validation/json-fields.js';

/** Limits in characters, and in numbers of list items. */
export const MAX_DESCRIPTION = 2_000;
export const MAX_PROVIDER = 255;
export const MAX_MODEL_NAMES = 500;
const MAX_MODEL_NAME = 255;
const MAX_ADDRESS = 2_048;
const MAX_CREDENTIAL = 8_192;
const MAX_IDENTIFIER = 255;
const MAX_HEADERS = 20;
const MAX_HEADER_NAME = 128;
const MAX_HEADER_VALUE = 8_192;

/** Headers that describe the request itself, which the HTTP client sets. */
const RESERVED_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export const description = () => storableText().max(MAX_DESCRIPTION);

/** Returns the schema of the name of whoever runs the models, which is any text. */
export const providerText = () => filled(trimmedText()).max(MAX_PROVIDER);

/** The models to choose from. Removes duplicates. */
export const modelNames = () =>
  z
    .array(filled(trimmedText()).max(MAX_MODEL_NAME))
    .max(MAX_MODEL_NAMES)
    .transform((names) => [...new Set(names)]);

/**
 * An address to which a client library adds paths. Removes slashes from its end. Spandrel is often
 * next to models without TLS, so `http` is accepted.
 */
export const address = () =>
  z
    .string()
    .trim()
    .max(MAX_ADDRESS)
    .refine(
      isAddress,
      reason(
        'url_parsing',
        'Input should be a URL such as https://models.example.com/v1, without user name, query and fragment',
      ),
    )
    .transform((text) => {
      const { origin, pathname } = new URL(text);
      return origin + pathname.replace(/\/+$/, '');
    });

/** A key or token. It is sent in a header, so it must be a legal value of one. */
export const credential = () =>
  filled(z.string().trim())
    .max(MAX_CREDENTIAL)
    .refine(
      (text) => /^[\x21-\x7e]*$/.test(text),
      reason(
        'string_pattern_mismatch',
        'Input should contain only unaccented letters, digits and signs',
      ),
    );

/** The ID of an organization or project, which is sent in a header. */
export const accountId = () =>
  filled(z.string().trim())
    .max(MAX_IDENTIFIER)
    .refine(
      (text) => /^[\w.:-]*$/.test(text),
      reason('string_pattern_mismatch', 'Input should contain only letters, digits, _, ., : and -'),
    );

/** The name of an AWS region, which becomes part of an address. */
export const region = () =>
  z
    .string()
    .trim()
    .refine(
      (text) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text),
      reason('string_pattern_mismatch', 'Input should be an AWS region such as us-east-1'),
    );

export const headerName = () =>
  z
    .string()
    .trim()
    .max(MAX_HEADER_NAME)
    .refine(
      (name) => /^[A-Za-z0-9][\w.-]*$/.test(name),
      reason(
        'string_pattern_mismatch',
        'Input should be the name of a header: letters, digits, -, _ and ., such as X-Team',
      ),
    )
    .refine(
      (name) => !RESERVED_HEADERS.has(name.toLowerCase()),
      reason('reserved_header', 'Spandrel sets this header itself'),
    );

export const headerValue = () =>
  filled(z.string().trim())
    .max(MAX_HEADER_VALUE)
    .refine(
      (text) => /^[\t\x20-\x7e]*$/.test(text),
      reason(
        'string_pattern_mismatch',
        'Input should be one line of unaccented letters, digits and signs',
      ),
    );

/** Headers with different names; their case is ignored. */
export const headersOf = <S extends z.ZodType<Record<string, unknown>>>(header: S) =>
  z
    .array(header)
    .max(MAX_HEADERS)
    .refine(
      (headers) =>
        new Set(headers.map(({ name }) => String(name).toLowerCase())).size === headers.length,
      reason('duplicate_header', 'Each header should occur once'),
    );

const filled = (text: z.ZodString) =>
  text.refine((value) => value !== '', reason('string_too_short', 'Input should not be blank'));

function isAddress(text: string): boolean {
  // URL would remove some characters, and read backslashes as slashes.
  if (!/^https?:\/\/[^\s\\@?#\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
