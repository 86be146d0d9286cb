import { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import type { Invocation, TextOutput } from '../../kernel/text/invocation.js';
import { protectTerminal } from '../../kernel/text/terminal-text.js';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Bits of each color of a terminal that has only two. */
const MONOCHROME = 1;

/** The output of a command: a terminal, or a file or another program. */
export class Terminal {
  /** Whether a person reads the results, in lines of limited width. */
  readonly isTerminal: boolean;
  private readonly hasColors: boolean;
  /** For lines that we compose and color. */
  private readonly lines: TextOutput;
  /** For whatever the server sends. */
  private readonly pieces: TextOutput;
  private readonly notes: TextOutput;

  constructor(private readonly invocation: Pick<Invocation, 'stdout' | 'stderr' | 'env'>) {
    const { stdout, stderr, env } = invocation;
    this.lines = protectTerminal(stdout, { keepsColors: true });
    this.pieces = protectTerminal(stdout);
    this.notes = protectTerminal(stderr);
    this.isTerminal = stdout.isTTY ?? false;
    const isColored = this.isTerminal || env['FORCE_COLOR'] !== undefined;
    this.hasColors = isColored && WriteStream.prototype.getColorDepth(env) > MONOCHROME;
  }

  /** Columns of a line; infinite if there is no terminal. */
  get width(): number {
    return this.isTerminal ? this.invocation.stdout.columns || 80 : Infinity;
  }

  writeLine(line: string): void {
    this.lines.write(`${line}\n`);
  }

  /** Writes a line that is not a result to standard error. */
  note(line: string): void {
    this.notes.write(`${line}\n`);
  }

  /** Resolves when more may follow, so that a slow reader does not fill memory. */
  write(chunk: string | Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.pieces.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Colors a text, unless there is no terminal or NO_COLOR is set. */
  style(style: Style, text: string): string {
    return this.hasColors ? styleText(style, text, { validateStream: false }) : text;
  }
}
