import { styleText } from 'node:util';

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** Where results go: a terminal, or a file or another program. */
export class Terminal {
  /** Whether a person reads the results, in lines of limited width. */
  readonly isTerminal: boolean;

  constructor(private readonly stream: NodeJS.WriteStream = process.stdout) {
    this.isTerminal = stream.isTTY;
  }

  /** Columns of a line; infinite if there is no terminal. */
  get width(): number {
    return this.isTerminal ? this.stream.columns || 80 : Infinity;
  }

  writeLine(line: string): void {
    this.stream.write(`${line}\n`);
  }

  /** Resolves when more may follow, so that a slow reader does not fill memory. */
  write(chunk: string | Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.stream.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Colors a text, unless there is no terminal or NO_COLOR is set. */
  style(style: Style, text: string): string {
    return styleText(style, text, { stream: this.stream });
  }
}
