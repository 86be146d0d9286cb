import { createInterface, type Interface } from 'node:readline';
import type { Invocation } from '../../kernel/text/invocation.js';
import { CommandError } from '../errors/command-error.js';

/** Asks the user, who answers in lines of standard input. */
export class Questions {
  private reader: Interface | undefined;
  private lines: AsyncIterator<string> | undefined;

  /** @param isAlwaysYes whether to take every answer for yes, without asking. */
  constructor(
    private readonly invocation: Pick<Invocation, 'stdin' | 'stderr'>,
    private readonly isAlwaysYes: boolean,
  ) {}

  /**
   * Returns whether the user said yes. Everything else means no.
   * @throws CommandError if standard input has ended, so that nobody can answer.
   */
  async ask(question: string): Promise<boolean> {
    if (this.isAlwaysYes) return true;
    this.reader ??= createInterface({ input: this.invocation.stdin });
    this.lines ??= this.reader[Symbol.asyncIterator]();
    this.invocation.stderr.write(`${question} [y/N] `);
    const { done, value } = await this.lines.next();
    if (!this.invocation.stdin.isTTY) this.invocation.stderr.write('\n');
    if (done) throw new CommandError('Nobody answered, so nothing was changed. Add --yes.');
    return /^\s*y(es)?\s*$/i.test(value);
  }

  close(): void {
    this.reader?.close();
  }
}
