import { randomBytes } from 'node:crypto';
import { Logger, type OnModuleInit } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import { canonicalizeDn, escapeDnValue } from '../../../config/distinguished-name.js';
import { UnavailableError } from '../../../kernel/errors/errors.js';
import type { LdapEnv, UserLookup } from '../../../config/ldap-env.js';
import {
  DIRECTORY_LIMITS,
  DirectoryConnection,
  type DirectoryEntry,
  type DirectoryLimits,
} from './directory-connection.js';
import {
  DirectoryResultError,
  ServerUnusableError,
  UnfitAccountError,
} from './directory-errors.js';
import { listGroupAttributes, mapGroupsToRole, searchGroups } from './directory-groups.js';
import { type DirectoryPerson, readPerson } from './directory-person.js';
import type { DirectoryServer } from './directory-socket.js';
import { ServerOrder } from './server-order.js';

/** Two are enough to see that there is more than one. */
const MAX_ENTRIES = 2;

/**
 * Results of a bind that mean wrong credentials: a wrong password, an entry without a password, a name
 * that does not exist or is malformed.
 */
const WRONG_CREDENTIALS = new Set([32, 34, 48, 49]);
/** Results that affect every user: the server demands more protection or another mechanism. */
const UNUSABLE_BIND = new Set([1, 2, 7, 8, 13]);

/** The organization's directory, which authenticates users and determines their roles. */
export class LdapDirectoryService implements OnModuleInit {
  private readonly logger = new Logger('ldap');
  private readonly servers: ServerOrder<DirectoryServer>;
  private readonly inTurn: LimitFunction;

  constructor(
    private readonly settings: LdapEnv,
    private readonly limits: DirectoryLimits = DIRECTORY_LIMITS,
  ) {
    this.servers = new ServerOrder(settings.servers);
    this.inTurn = pLimit(limits.concurrency);
  }

  /** Warns about settings that are allowed but unwise. */
  onModuleInit(): void {
    const { tls, attributes } = this.settings;
    if (tls.mode === 'none') {
      this.logger.warn(
        'SPANDREL_LDAP_TLS_MODE is none: passwords cross the network in clear text. ' +
          'Set it to starttls or ldaps.',
      );
    } else if (!tls.verify) {
      this.logger.warn(
        'SPANDREL_LDAP_TLS_VERIFY is false: anyone on the network can impersonate the directory and ' +
          'read passwords. Set SPANDREL_LDAP_TLS_CA_CERT_FILE instead.',
      );
    }
    if (attributes.uniqueId === null) {
      this.logger.warn(
        'SPANDREL_LDAP_ATTR_UNIQUE_ID is not set: a user who inherits the email address of a former ' +
          'user also gets their account. Set it to objectGUID (Active Directory) or entryUUID.',
      );
    }
  }

  /**
   * Returns the user with this name and password. Null if no user or more than one has the name, or
   * if the password is wrong.
   * @throws UnfitAccountError if the account cannot be used here; UnavailableError if no server is
   * available or too many sign-ins are waiting, which says nothing about the password.
   */
  async authenticate(username: string, password: string): Promise<DirectoryPerson | null> {
    if (username.trim() === '' || password === '') return null;
    if (this.inTurn.pendingCount >= this.limits.waiting) {
      throw new UnavailableError('Too many people are signing in. Try again in a moment.', 5);
    }
    return this.inTurn(() => this.askInOrder(username, password));
  }

  /** Returns the settings that administrators may see. */
  describe(): { label: string; value: string }[] {
    const { servers, tls, users, groups, attributes, roles } = this.settings;
    const { isSignUpAllowed, syncsGroups } = this.settings;
    const yesOrNo = (value: boolean) => (value ? 'yes' : 'no');
    const account = users.kind === 'search' && users.account ? 'service account' : 'anonymous';
    return [
      { label: 'Servers', value: servers.map(({ host, port }) => `${host}:${port}`).join(', ') },
      {
        label: 'Encryption',
        value: { starttls: 'StartTLS', ldaps: 'LDAPS', none: 'none' }[tls.mode],
      },
      { label: 'Verify certificates', value: yesOrNo(tls.mode !== 'none' && tls.verify) },
      {
        label: 'User lookup',
        value: users.kind === 'direct' ? 'by the name of their entry' : `search (${account})`,
      },
      { label: 'Groups', value: groups ? 'search' : (attributes.memberOf ?? 'not read') },
      { label: 'Group mappings', value: String(roles.length) },
      { label: 'Email address', value: attributes.email ?? 'none' },
      { label: 'Unique ID', value: attributes.uniqueId ?? 'none' },
      { label: 'New users can sign in', value: yesOrNo(isSignUpAllowed) },
      { label: 'Groups can get roles in projects', value: yesOrNo(syncsGroups) },
    ];
  }

  /** Tries the next server only if one cannot be used. Any response is final. */
  private async askInOrder(username: string, password: string): Promise<DirectoryPerson | null> {
    const signal = AbortSignal.timeout(this.limits.attemptMs);
    for (const server of this.servers.list()) {
      if (signal.aborted) break;
      try {
        const person = await this.askServer(server, username, password, signal);
        this.servers.recordSuccess(server);
        return person;
      } catch (error) {
        if (error instanceof ServerUnusableError) {
          this.servers.recordFailure(server);
          this.warn(server, error, 'a directory server could not be used');
        } else if (error instanceof DirectoryResultError) {
          this.warn(server, error, 'the directory refused the search');
          throw new UnavailableError(
            'The directory rejected the user search. Contact an administrator.',
            30,
          );
        } else {
          throw error;
        }
      }
    }
    throw new UnavailableError('The directory cannot be reached. Try again later.', 10);
  }

  private async askServer(
    server: DirectoryServer,
    username: string,
    password: string,
    signal: AbortSignal,
  ): Promise<DirectoryPerson | null> {
    const { users } = this.settings;
    const connect = () => DirectoryConnection.open(server, this.settings.tls, this.limits, signal);
    const directory = await connect();
    try {
      const entry =
        users.kind === 'direct'
          ? await this.bindDirectly(directory, users, username, password)
          : await this.searchThenBind(directory, users, username, password, connect);
      return entry ? await this.toPerson(server, directory, username, entry) : null;
    } finally {
      directory.close();
    }
  }

  private async searchThenBind(
    directory: DirectoryConnection,
    users: UserLookup & { kind: 'search' },
    username: string,
    password: string,
    connect: () => Promise<DirectoryConnection>,
  ): Promise<DirectoryEntry | null> {
    if (users.account) await directory.bind(users.account.dn, users.account.password);
    else await directory.bindAnonymously();
    const entry = await this.findEntry(directory, users, username);
    const second = await connect();
    try {
      if (entry) return (await isPasswordOf(second, entry.dn, password)) ? entry : null;
      await simulateBind(second, users.bases[0] ?? '');
      return null;
    } finally {
      second.close();
    }
  }

  /** Returns the only entry with that name; null if there are several. */
  private async findEntry(
    directory: DirectoryConnection,
    { bases, filter }: UserLookup & { kind: 'search' },
    username: string,
  ): Promise<DirectoryEntry | null> {
    const found = new Map<string, DirectoryEntry>();
    for (const base of bases) {
      const query = {
        filter: filter.fill(username),
        attributes: this.listAttributes(),
        limit: MAX_ENTRIES,
      };
      for (const entry of await directory.search(base, query)) {
        found.set(canonicalizeDn(entry.dn) ?? entry.dn, entry);
      }
    }
    const [entry, ...others] = found.values();
    return entry && others.length === 0 ? entry : null;
  }

  private async bindDirectly(
    directory: DirectoryConnection,
    { dnTemplate, filter }: UserLookup & { kind: 'direct' },
    username: string,
    password: string,
  ): Promise<DirectoryEntry | null> {
    const dn = dnTemplate.replaceAll('%s', () => escapeDnValue(username));
    if (!(await isPasswordOf(directory, dn, password))) return null;
    const query = { attributes: this.listAttributes(), limit: MAX_ENTRIES, scope: 'base' } as const;
    const [entry] = await directory.search(
      dn,
      filter ? { ...query, filter: filter.fill(username) } : query,
    );
    if (!entry) throw new UnfitAccountError('entry not found');
    return entry;
  }

  private async toPerson(
    server: DirectoryServer,
    directory: DirectoryConnection,
    username: string,
    entry: DirectoryEntry,
  ): Promise<DirectoryPerson> {
    const { attributes, groups, roles } = this.settings;
    const memberOf = attributes.memberOf;
    let names = memberOf === null ? [] : entry.values(memberOf).map(String);
    if (groups) {
      const found = await searchGroups(directory, groups, { username, entry });
      names = found.names;
      for (const warning of found.warnings) {
        this.logger.warn({ server: server.host, ...warning }, 'groups could not all be read');
      }
    }
    const role = mapGroupsToRole(names, roles);
    if (role === null) throw new UnfitAccountError('no group with a role');
    return readPerson({ username, entry, attributes, role, groups: names });
  }

  private listAttributes(): string[] {
    const { email, uniqueId, displayName } = this.settings.attributes;
    const wanted = [email, uniqueId, displayName, ...listGroupAttributes(this.settings)];
    return [...new Set(wanted.filter((name) => name !== null))];
  }

  private warn(
    server: DirectoryServer,
    error: ServerUnusableError | DirectoryResultError,
    what: string,
  ): void {
    this.logger.warn({ server: server.host, error: error.name, reason: error.message }, what);
  }
}

/** @throws UnfitAccountError if the password may be right but the account cannot be used. */
async function isPasswordOf(
  connection: DirectoryConnection,
  dn: string,
  password: string,
): Promise<boolean> {
  try {
    await connection.bind(dn, password);
    return true;
  } catch (error) {
    if (!(error instanceof DirectoryResultError)) throw error;
    if (WRONG_CREDENTIALS.has(error.resultCode)) return false;
    if (UNUSABLE_BIND.has(error.resultCode)) throw error;
    throw new UnfitAccountError(error.message);
  }
}

/** Makes unknown names take as long as known ones, whatever the response of the directory. */
async function simulateBind(connection: DirectoryConnection, base: string): Promise<void> {
  const nobody = [`cn=${randomBytes(16).toString('hex')}`, base].filter(Boolean).join(',');
  try {
    await connection.bind(nobody, randomBytes(16).toString('hex'));
  } catch (error) {
    if (error instanceof ServerUnusableError) throw error;
  }
}
