import { Logger } from '@nestjs/common';
import {
  DIRECTORY_LIMITS,
  type DirectoryLimits,
} from '../../src/auth/sign-in-methods/ldap/directory-connection.js';
import { LdapDirectoryService } from '../../src/auth/sign-in-methods/ldap/ldap-directory.service.js';
import { eventually } from './eventually.js';
import { company, directorySettings } from './ldap-people.js';
import { LdapServer, type LdapServerOptions } from './ldap-server.js';

/** Servers and directories for the tests in one file. */
export interface DirectoryBench {
  start: (options?: LdapServerOptions) => Promise<LdapServer>;
  directory: (
    servers: LdapServer | LdapServer[],
    given?: Record<string, string>,
    limits?: Partial<DirectoryLimits>,
  ) => LdapDirectoryService;
  /** The lines logged during the test. */
  logged: Record<string, unknown>[];
}

/**
 * Stops the servers after each test, and checks that no connection stays open and that no names,
 * passwords or server messages were logged.
 */
export function useDirectoryBench(): DirectoryBench {
  const servers: LdapServer[] = [];
  const logged: Record<string, unknown>[] = [];
  const keep = (line: unknown) => void logged.push(line as Record<string, unknown>);

  beforeAll(() => Logger.overrideLogger({ log: keep, warn: keep, error: keep }));
  afterEach(async () => {
    const open = () => servers.reduce((sum, { openConnections }) => sum + openConnections, 0);
    await eventually('closed connection', async () => open() === 0, { everyMs: 5 });
    await Promise.all(servers.splice(0).map((server) => server.stop()));
    expect(JSON.stringify(logged.splice(0))).not.toMatch(/-password|diagnostics|uid=|dc=example/);
  });
  afterAll(() => Logger.overrideLogger(true));

  return {
    logged,
    async start(options = {}) {
      const server = await LdapServer.start({ entries: company(), ...options });
      servers.push(server);
      return server;
    },
    directory: (asked, given = {}, limits = {}) =>
      new LdapDirectoryService(directorySettings(asked, given), { ...DIRECTORY_LIMITS, ...limits }),
  };
}
