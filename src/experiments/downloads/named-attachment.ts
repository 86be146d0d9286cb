import { attachment } from '../../common/text/stream-text.js';

/**
 * The header that makes a browser save an answer under a name: in quotes where ASCII will do, and in
 * the form for every script where it will not.
 */
export function namedAttachment(name: string): string {
  if (/^[ !#-[\]-~]*$/.test(name)) return `attachment; filename="${name}"`;
  return attachment(name);
}
