import { DatabaseWriter } from '../../database/database-writer.js';
import type { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { AuditService, toUserSubject } from '../../audit/audit.service.js';
import { LoginLockService } from '../../auth/lock/login-lock.service.js';
import { SecondFactorService } from '../../auth/second-factor/second-factor.service.js';
import { ANONYMOUS, type Identity } from '../../kernel/access/access.js';
import { NotFoundError } from '../../kernel/errors/errors.js';
import { toGlobalId } from '../../kernel/ids/global-id.js';
import { PasswordChangesService } from '../../auth/password-changes/password-changes.service.js';
import { AUTH_METHODS } from '../../users/auth-methods.contract.js';
import { PasswordsService } from '../../users/passwords.service.js';
import { UserChangesService } from '../../administration/users/user-changes.service.js';
import type { UserEntity } from '../../users/user.entity.js';
import { UserNoticesService } from '../../users/user-notices.service.js';
import { UsersService } from '../../users/users.service.js';
import { distribute } from '../../database/distribution.js';
import { formatMegabytes, shrink } from '../../database/shrink.js';
import { createVisibleSchema } from '../../database/visible-schema.js';
import { ErasuresService } from '../../erasures/erasures.service.js';
import { ExportsService } from '../../exports/exports.service.js';
import { ImportsService } from '../../imports/imports.service.js';
import type { AdminCommand } from './admin-command.js';

/** The name that the audit log uses for anyone who runs these commands. */
const COMMAND_LINE: Identity = { ...ANONYMOUS, username: 'command line' };

/** The output of a command while it runs. */
export interface CommandOutput {
  /** Gets lines about the progress of long commands. */
  say: (line: string) => void;
  /** Gets what is exported to `-`. */
  stdout: Writable;
}

/** The last output of a command, and whether it did all it was asked to. */
export interface CommandResult {
  /** For standard output. */
  text: string;
  /** Whether a part of it was refused. */
  isIncomplete?: boolean;
}

/** Runs the commands of `npm run admin`. */
@Injectable()
export class AdminCommandsService {
  constructor(
    private readonly database: DatabaseWriter,
    private readonly users: UsersService,
    private readonly changes: UserChangesService,
    private readonly passwords: PasswordsService,
    private readonly passwordChanges: PasswordChangesService,
    private readonly notices: UserNoticesService,
    private readonly lock: LoginLockService,
    private readonly secondFactors: SecondFactorService,
    private readonly audit: AuditService,
    private readonly imports: ImportsService,
    private readonly exports: ExportsService,
    private readonly erasures: ErasuresService,
  ) {}

  /** @throws DomainError if the command is refused. */
  async run(
    command: Exclude<AdminCommand, { name: 'help' | 'backup' | 'restore' }>,
    { say, stdout }: CommandOutput,
  ): Promise<CommandResult> {
    if (command.name === 'create-user') return { text: await this.createUser(command) };
    if (command.name === 'reset-password') {
      return { text: await this.resetPassword(command.email) };
    }
    if (command.name === 'reset-second-factor') {
      return { text: await this.resetSecondFactor(command.email) };
    }
    if (command.name === 'list') return { text: await this.list() };
    if (command.name === 'distribute') {
      await this.distribute(say);
      return { text: 'The traces are distributed.\n' };
    }
    if (command.name === 'shrink') {
      const bytes = await shrink(this.database, command.locks, say);
      return { text: `The files are ${formatMegabytes(bytes)} smaller.` };
    }
    if (command.name === 'import') {
      const { text, isComplete } = await this.imports.run(command.request, say);
      return { text, isIncomplete: !isComplete };
    }
    if (command.name === 'erase-user') {
      const receipt = await this.erasures.run(command.userId, command, COMMAND_LINE, say);
      return { text: JSON.stringify(receipt, null, 2) };
    }
    const count = await this.exports.run(command.request, { say, stdout });
    const text = `Exported ${count.toLocaleString('en-US')} spans.`;
    if (command.request.out !== '-') return { text };
    say(text);
    return { text: '' };
  }

  private async distribute(say: (line: string) => void): Promise<void> {
    await this.database.onConnection(async (runner) => {
      const schema = await runner.getCurrentSchema();
      // Those of a cluster, which also show tables that are not distributed.
      await createVisibleSchema(runner, schema);
      await distribute(runner, say);
      await createVisibleSchema(runner, schema);
    });
  }

  private async createUser({
    sendWelcomeEmail,
    ...user
  }: Extract<AdminCommand, { name: 'create-user' }>): Promise<string> {
    const password = AUTH_METHODS[user.authMethod].hasPassword ? this.passwords.generate() : null;
    const created = await this.changes.create(
      { ...user, password },
      { sendWelcomeEmail },
      COMMAND_LINE,
    );
    const made = `Created ${created.username} (${created.email}) with the role ${created.role}.`;
    return password === null ? made : `${made}\n${formatPassword(password)}`;
  }

  private async resetPassword(email: string): Promise<string> {
    const user = await this.getByEmail(email);
    const password = this.passwords.generate();
    await this.database.inTransaction(async (tx) => {
      await this.passwordChanges.replace(user, password, { needsReset: true }, tx);
      const subject = toUserSubject(user);
      await this.audit.record({ action: 'password.changed', actor: COMMAND_LINE, subject }, tx);
    });
    await this.lock.clear(user.authMethod, user.email ?? '');
    await this.notices.sendPasswordChanged(user);
    return `${user.username} (${user.email}) has a new password.\n${formatPassword(password)}`;
  }

  private async resetSecondFactor(email: string): Promise<string> {
    const { id } = await this.getByEmail(email);
    const user = await this.secondFactors.reset(id, COMMAND_LINE);
    return `${user.username} (${user.email}) signs in without a second factor now.`;
  }

  private async getByEmail(email: string): Promise<UserEntity> {
    const user = await this.users.findByEmail(email);
    if (user && user.role !== 'SYSTEM') return user;
    throw new NotFoundError(`No user has the email address ${email}.`);
  }

  private async list(): Promise<string> {
    const rows: UserEntity[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await this.users.listPage(cursor, 1000);
      rows.push(...page.rows);
      if (!page.next) break;
      cursor = toGlobalId('User', page.next.id);
    }
    const header = ['EMAIL', 'NAME', 'ROLE', 'SIGNS IN BY', 'PASSWORD'];
    return formatTable([header, ...rows.toReversed().map(toTableRow)]);
  }
}

const formatPassword = (password: string): string =>
  `This password is shown only once and must be changed at the next sign-in:\n\n    ${password}\n`;

function toTableRow({
  email,
  username,
  role,
  authMethod,
  passwordNeedsReset,
}: UserEntity): string[] {
  return [email ?? '-', username, role, authMethod, passwordNeedsReset ? 'must be changed' : ''];
}

/** Aligns the columns. Replaces control characters, because names may come from a directory. */
function formatTable(rows: string[][]): string {
  const clean = rows.map((row) => row.map((cell) => cell.replaceAll(/\p{Cc}/gu, '?')));
  const widths = rows[0]!.map((_, column) => Math.max(...clean.map((row) => row[column]!.length)));
  return clean
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
