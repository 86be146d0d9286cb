import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser';

/** The reason a text is not JSON, and its position. */
export interface JsonFault {
  /** Counted from 1. */
  line: number;
  message: string;
}

/** The deepest nesting that is read; the server accepts less. */
const DEPTH_LIMIT = 200;

/**
 * Returns the first fault in a JSON text, or undefined if it has none. Browsers word their errors
 * differently and often give no position. They also accept duplicate keys and drop all but the last
 * value.
 */
export function findJsonFault(text: string): JsonFault | undefined {
  try {
    visit(text, createFaultVisitor(text), { disallowComments: true });
    return undefined;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { line: text.slice(0, error.offset).split('\n').length, message: error.message };
  }
}

class Fault extends Error {
  constructor(
    readonly offset: number,
    message: string,
  ) {
    super(message);
  }
}

/** Throws at the first fault, so that the parser does not recurse any further. */
function createFaultVisitor(text: string): JSONVisitor {
  const openKeys: Set<string>[] = [];
  const open = (offset: number) => {
    if (openKeys.length > DEPTH_LIMIT) {
      throw new Fault(offset, `more than ${DEPTH_LIMIT} levels deep`);
    }
    openKeys.push(new Set());
  };
  const close = () => void openKeys.pop();
  return {
    onObjectBegin: open,
    onArrayBegin: open,
    onObjectEnd: close,
    onArrayEnd: close,
    onObjectProperty: (key, offset) => {
      const keys = openKeys.at(-1);
      if (keys?.has(key)) throw new Fault(offset, `duplicate key ${JSON.stringify(key)}`);
      keys?.add(key);
    },
    onError: (code, offset, length) => {
      throw new Fault(offset, explainError(code, text, offset, length));
    },
  };
}

function explainError(code: number, text: string, offset: number, length: number): string {
  const token = text.slice(offset, offset + length);
  const found = describeToken(token);
  switch (printParseErrorCode(code)) {
    case 'PropertyNameExpected':
      return explainTrailingComma(text, offset) ?? `expected a key in double quotes but ${found}`;
    case 'ValueExpected':
      return explainTrailingComma(text, offset) ?? `expected a value but ${found}`;
    case 'InvalidSymbol':
      return `${quote(token)} is not valid here; put keys and strings in double quotes`;
    case 'ColonExpected':
      return `expected a colon after the key but ${found}`;
    case 'CommaExpected':
      return `expected a comma but ${found}`;
    case 'CloseBraceExpected':
      return `expected “}” but ${found}`;
    case 'CloseBracketExpected':
      return `expected “]” but ${found}`;
    case 'EndOfFileExpected':
      return `expected the end but ${found}`;
    case 'InvalidCommentToken':
    case 'UnexpectedEndOfComment':
      return 'JSON has no comments; remove this one';
    case 'UnexpectedEndOfString':
      return /[\n\r]/.test(text.charAt(offset + length))
        ? 'write a line break in a string as \\n'
        : 'this string has no closing quote';
    case 'InvalidEscapeCharacter':
    case 'InvalidUnicode':
      return 'write a backslash in a string as \\\\';
    case 'InvalidCharacter':
      return token.includes('\t')
        ? 'write a tab in a string as \\t'
        : 'remove the control character from this string';
    default:
      return `${quote(token)} is not a number`;
  }
}

function explainTrailingComma(text: string, offset: number): string | undefined {
  const end = text.charAt(offset);
  if (end !== '}' && end !== ']') return undefined;
  return /,\s*$/.test(text.slice(0, offset)) ? `remove the comma before ${quote(end)}` : undefined;
}

function describeToken(token: string): string {
  if (token === '') return 'the text ends';
  return token.startsWith('"') ? 'found a string' : `found ${quote(token)}`;
}

function quote(token: string): string {
  return `“${token.length > 24 ? `${token.slice(0, 24)}…` : token}”`;
}
