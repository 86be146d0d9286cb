import { type Role, ROLE_CHOICES } from '../../kernel/access/roles.js';
import { AUTH_METHOD_NAMES, type AuthMethodName } from '../../users/auth-methods.contract.js';
import { oneOf, readArguments, readOnly, UsageError } from './arguments.js';
import {
  MOVING_USAGE,
  type MovingCommand,
  readBackup,
  readEraseUser,
  readExport,
  readImport,
} from './moving-command.js';

/** A command of `npm run admin`. */
export type AdminCommand =
  | {
      name: 'create-user';
      email: string;
      username: string;
      role: Role;
      authMethod: AuthMethodName;
      sendWelcomeEmail: boolean;
    }
  | { name: 'reset-password'; email: string }
  | { name: 'reset-second-factor'; email: string }
  | { name: 'list' }
  | { name: 'shrink'; locks: boolean }
  | MovingCommand
  | { name: 'help' };

export const USAGE = `Manages users and moves data on the server's machine, whether or not the server is running. Uses the same
SPANDREL_ variables as the server.

  npm run admin -- create-user --email <address> --username <name> --role ${ROLE_CHOICES.join('|')}
                               [--method ${AUTH_METHOD_NAMES.join('|')}] [--welcome]
      Creates a user. A local user gets a password, which is shown once and must be changed at the
      first sign-in. --welcome also sends a welcome email, if the server can send email.

  npm run admin -- reset-password <address>
      Sets a new password for a local user, which is shown once and must be changed at the next sign-in.
      Ends the user's sessions and removes the lock after failed sign-ins, but keeps API keys.

  npm run admin -- reset-second-factor <address>
      Removes the authenticator app, the passkeys and the recovery codes of a user who has lost them.
      Ends the user's sessions, but keeps API keys.

  npm run admin -- list
      Lists all users.

  npm run admin -- shrink [--lock]
      Returns what was freed in indexes and at the end of tables to the operating system, while servers
      run. With --lock returns everything that was freed, but servers wait for each table until it is
      written again. Needs free disk for the largest table.

${MOVING_USAGE}
The exit code is 0 for success, 1 if the command or a part of it was refused or failed, and 2 if it was not
valid.
`;

/** @throws UsageError if the arguments are not a valid command. */
export function readCommand(args: readonly string[]): AdminCommand {
  const [name = 'help', ...rest] = args;
  switch (name) {
    case 'create-user':
      return readCreateUser(rest);
    case 'reset-password':
    case 'reset-second-factor': {
      const { positionals } = readArguments(rest, {});
      return { name, email: readOnly(positionals, name, 'an email address') };
    }
    case 'list':
      if (readArguments(rest, {}).positionals.length > 0)
        throw new UsageError('list takes no arguments');
      return { name };
    case 'shrink': {
      const { values, positionals } = readArguments(rest, { lock: { type: 'boolean' } });
      if (positionals.length > 0)
        throw new UsageError(`shrink does not accept the argument "${positionals[0]}"`);
      return { name, locks: values.lock ?? false };
    }
    case 'distribute':
      if (readArguments(rest, {}).positionals.length > 0)
        throw new UsageError('distribute takes no arguments');
      return { name };
    case 'import':
      return readImport(rest);
    case 'erase-user':
      return readEraseUser(rest);
    case 'backup':
    case 'restore':
      return readBackup(name, rest);
    case 'export':
      return readExport(rest);
    case 'help':
    case '--help':
    case '-h':
      return { name: 'help' };
    default:
      throw new UsageError(`Unknown command "${name}"`);
  }
}

function readCreateUser(args: string[]): AdminCommand {
  const { values, positionals } = readArguments(args, {
    email: { type: 'string' },
    username: { type: 'string' },
    role: { type: 'string' },
    method: { type: 'string' },
    welcome: { type: 'boolean' },
  });
  if (positionals.length > 0)
    throw new UsageError(`create-user does not accept the argument "${positionals[0]}"`);
  const { email, username, role, method = 'LOCAL', welcome = false } = values;
  for (const [option, value] of Object.entries({ email, username, role })) {
    if (value === undefined) throw new UsageError(`create-user needs --${option}`);
  }
  return {
    name: 'create-user',
    email: email!,
    username: username!,
    role: oneOf(ROLE_CHOICES, '--role', role!),
    authMethod: oneOf(AUTH_METHOD_NAMES, '--method', method),
    sendWelcomeEmail: welcome,
  };
}
