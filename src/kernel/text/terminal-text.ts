import { StringDecoder } from 'node:string_decoder';
import type { TextOutput } from './invocation.js';

/**
 * Everything that could move the cursor, change colors, hide text or reverse its direction: control
 * and format characters, except the joiners inside emoji and words, and lone surrogates.
 */
export const UNSAFE_SIGNS = /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu;

/** Line breaks and tabs, then colors of our own, then what is unsafe. */
const SIGNS =
  // oxlint-disable-next-line no-control-regex -- ESC begins the colors
  /(\r\n|[\n\t])|(\u001b\[\d{1,2}m)|[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu;

/** Replaces unsafe signs, but keeps line breaks and tabs. */
export function cleanForTerminal(text: string, keepsColors = false): string {
  return text.replace(SIGNS, (found: string, space?: string, color?: string) => {
    if (space !== undefined) return found;
    if (color === undefined) return '\ufffd';
    return keepsColors ? color : `\ufffd${color.slice(1)}`;
  });
}

/**
 * Returns an output that replaces unsafe signs of what is written to it; the output itself if it is no terminal, because
 * files and other programs get every byte.
 * @param options.keepsColors for lines in which we color texts that are clean.
 */
export function protectTerminal(output: TextOutput, { keepsColors = false } = {}): TextOutput {
  if (!output.isTTY) return output;
  const decoder = new StringDecoder('utf8');
  // A line break may be split between two pieces.
  let held = '';
  const write = (chunk: string | Uint8Array, ...rest: unknown[]): boolean => {
    const text = held + (typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk)));
    held = text.endsWith('\r') ? '\r' : '';
    const whole = held === '' ? text : text.slice(0, -1);
    const done = rest.find((argument) => typeof argument === 'function');
    return output.write(cleanForTerminal(whole, keepsColors), done as () => void);
  };
  // Whatever is not writing, such as waiting until more can be written, is for the output itself.
  return new Proxy(output, {
    get(target, name) {
      if (name === 'write') return write;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
