/**
 * The messages between the server and a process of the sandbox: one JSON value per line, each request followed
 * by its reply. Before each request, the process says that it is ready.
 */

/** The languages of code that the sandbox runs. */
const LANGUAGES = ['PYTHON', 'TYPESCRIPT'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A request to a process of the sandbox. */
export type SandboxRequest =
  /** Find the function and its parameters, without running the code. */
  | { task: 'describe'; source: string }
  /** Run the code, and call the function. */
  | {
      task: 'run';
      source: string;
      /** A JSON object of arguments by name. */
      inputs: string;
      /** Milliseconds after which the process stops the code. */
      timeout: number;
    };

/** A parameter of the function. */
export interface ProgramParameter {
  name: string;
  isRequired: boolean;
}

/** The reason why code failed: its own mistake, a limit, or that it ended its process or made it unusable. */
export type FailureReason = 'code' | 'time' | 'memory' | 'crash';

/** The reply of a process of the sandbox. */
export type SandboxReply =
  | { outcome: 'ready' }
  | { outcome: 'described'; parameters: ProgramParameter[] }
  | {
      outcome: 'returned';
      /** The value that the function returned, as JSON text. */
      value: string;
      /** The output of the code, cut after `MAX_PRINTED` characters. */
      printed: string;
    }
  | Failure;

/** The failure of code. */
export interface Failure {
  outcome: 'failed';
  reason: FailureReason;
  /** In words, without the line. */
  message: string;
  /** The line of the code, from 1; null if unknown. */
  line: number | null;
  printed: string;
}

/** Characters of code. */
export const MAX_SOURCE = 100_000;
/** Characters that code can print. */
export const MAX_PRINTED = 20_000;
/** Characters of the JSON text of a result. */
export const MAX_RESULT = 100_000;
/** Characters of a message about a failure. */
export const MAX_MESSAGE = 2_000;
/** Bytes of a reply, above which the server ends the process without parsing it. */
export const MAX_REPLY_BYTES = 1024 * 1024;

export function failure(
  reason: FailureReason,
  message: string,
  line: number | null = null,
  printed = '',
): Failure {
  return { outcome: 'failed', reason, message: message.slice(0, MAX_MESSAGE), line, printed };
}
