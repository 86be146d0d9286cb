import { Command, Option } from 'commander';
import type { Invocation } from '../../../kernel/text/invocation.js';

/** A command that knows the call that it is part of, as do its subcommands. */
export class InvokedCommand extends Command {
  constructor(
    name: string | undefined,
    readonly invocation: Invocation,
  ) {
    super(name);
    this.hook('preAction', () => this.readVariables());
  }

  override createCommand(name?: string): InvokedCommand {
    return new InvokedCommand(name, this.invocation);
  }

  /** Sets the options that variables set, unless they were given. */
  private readVariables(): void {
    for (const option of this.options) {
      if (!(option instanceof VariableOption)) continue;
      const value = this.invocation.env[option.variable];
      const name = option.attributeName();
      if (value === undefined || this.getOptionValueSource(name) === 'cli') continue;
      this.setOptionValueWithSource(name, value, 'env');
    }
  }
}

/** An option that a variable can set. Commander's own reads the environment of the process. */
export class VariableOption extends Option {
  constructor(
    flags: string,
    description: string,
    readonly variable: string,
  ) {
    super(flags, `${description} (env: ${variable})`);
  }
}
