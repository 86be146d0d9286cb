import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'ldapts';
import { eventually } from './eventually.js';

const run = promisify(execFile);

/** Where Debian keeps schemas and modules. */
const SCHEMAS = '/etc/ldap/schema';
const MODULES = '/usr/lib/ldap';

export const SUFFIX = 'dc=example,dc=com';
export const MANAGER = { dn: `cn=manager,${SUFFIX}`, password: 'manager-password' };

/** PEM files, created with `openssl`. */
export interface SlapdFiles {
  ca: string;
  /** A certificate authority that nothing trusts. */
  otherCa: string;
  serverCert: string;
  serverKey: string;
  clientCert: string;
  clientKey: string;
}

/** OpenLDAP's server, with its own directory. */
export interface Slapd {
  /** Clear text until StartTLS; refuses passwords before that. */
  port: number;
  ldapsPort: number;
  files: SlapdFiles;
  /** Creates an entry. Adding `member` to a group adds `memberOf` to the members. */
  add: (dn: string, attributes: Record<string, string | string[]>) => Promise<void>;
  /** Reads one attribute directly from the directory. */
  valueOf(dn: string, attribute: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the `slapd` that `SPANDREL_TEST_SLAPD` names, on free ports of this machine.
 * @param options.clientCertificates whether it requires a certificate from every client.
 */
export async function startSlapd(options: { clientCertificates?: boolean } = {}): Promise<Slapd> {
  const directory = await mkdtemp(join(tmpdir(), 'spandrel-slapd-'));
  const files = await makeCertificates(directory);
  await mkdir(join(directory, 'data'));
  const config = join(directory, 'slapd.conf');
  await writeFile(config, configuration(directory, files, options.clientCertificates ?? false));
  const [port, ldapsPort] = [await freePort(), await freePort()];
  const urls = `ldap://127.0.0.1:${port}/ ldaps://127.0.0.1:${ldapsPort}/`;
  // A copy, because AppArmor restricts the installed slapd to the system's own directory.
  const program = join(directory, 'slapd');
  await copyFile(process.env['SPANDREL_TEST_SLAPD'] ?? '/usr/sbin/slapd', program);
  const server = spawn(program, ['-d', '0', '-f', config, '-h', urls], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await eventually('answer of slapd', () => isOpen(ldapsPort));
  const client = new Client({
    url: `ldaps://127.0.0.1:${ldapsPort}`,
    tlsOptions: {
      ca: await readFile(files.ca),
      cert: await readFile(files.clientCert),
      key: await readFile(files.clientKey),
    },
  });
  await client.bind(MANAGER.dn, MANAGER.password);
  return {
    port,
    ldapsPort,
    files,
    add: (dn, attributes) => client.add(dn, attributes),
    async valueOf(dn, attribute) {
      const found = await client.search(dn, { scope: 'base', attributes: [attribute] });
      return String(found.searchEntries[0]?.[attribute]);
    },
    async stop() {
      await client.unbind();
      await stopServer(server);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function configuration(directory: string, files: SlapdFiles, clientCertificates: boolean): string {
  const schemas = ['core', 'cosine', 'inetorgperson', 'nis'];
  return `
${schemas.map((name) => `include ${SCHEMAS}/${name}.schema`).join('\n')}
modulepath ${MODULES}
moduleload back_mdb
moduleload memberof
pidfile ${directory}/slapd.pid
TLSCACertificateFile ${files.ca}
TLSCertificateFile ${files.serverCert}
TLSCertificateKeyFile ${files.serverKey}
TLSVerifyClient ${clientCertificates ? 'demand' : 'never'}
security simple_bind=128

database mdb
suffix "${SUFFIX}"
directory ${directory}/data
dbnosync
rootdn "${MANAGER.dn}"
rootpw ${MANAGER.password}
index objectClass,uid,member,memberUid eq
limits dn.exact="cn=reader,${SUFFIX}" size.prtotal=unlimited
access to attrs=userPassword by anonymous auth by * none
access to dn.subtree="ou=hidden,${SUFFIX}" by users read by * none
access to * by * read
overlay memberof
memberof-group-oc groupOfNames
memberof-member-ad member
`;
}

async function makeCertificates(directory: string): Promise<SlapdFiles> {
  const path = (name: string) => join(directory, name);
  const openssl = (...args: string[]) => run('openssl', args, { cwd: directory });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  for (const name of ['ca', 'other']) {
    const to = ['-keyout', `${name}.key`, '-out', `${name}.pem`];
    await openssl('req', '-x509', '-days', '2', '-subj', `/CN=${name}`, ...key, ...to);
  }
  for (const [name, names] of [
    ['server', 'IP:127.0.0.1,DNS:ldap.example.com'],
    ['client', 'DNS:spandrel'],
  ] as const) {
    await openssl(
      'req',
      '-subj',
      `/CN=${name}`,
      ...key,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
    );
    await writeFile(path(`${name}.ext`), `subjectAltName=${names}\n`);
    const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
    const to = ['-extfile', `${name}.ext`, '-in', `${name}.csr`, '-out', `${name}.pem`];
    await openssl('x509', '-req', ...by, ...to);
  }
  return {
    ca: path('ca.pem'),
    otherCa: path('other.pem'),
    serverCert: path('server.pem'),
    serverKey: path('server.key'),
    clientCert: path('client.pem'),
    clientKey: path('client.key'),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGINT');
  await once(server, 'exit');
}
