import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { readEnv, VARIABLE_NAMES } from '../../src/config/env.js';
import schema from './compose-spec.schema.json' with { type: 'json' };

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const FILES = ['compose.yaml', 'compose.scale.yaml'];
const SECRET = 'Only-4-tests-of-the-files-for-Compose';

interface Service {
  environment?: Record<string, string>;
  stop_grace_period?: string;
}

interface ComposeFile {
  services: Record<string, Service>;
}

const readFile = (name: string) =>
  parse(read(`../../docker/${name}`), { merge: true }) as ComposeFile;

/** The variables of a service after Compose has filled in its own. */
function variablesOf({ environment = {} }: Service): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, variable, kind, rest) =>
        variable === 'SPANDREL_SECRET' ? SECRET : kind === '-' ? rest : '',
      ),
    ]),
  );
}

const serversOf = (file: ComposeFile) =>
  Object.entries(file.services).filter(([, { environment = {} }]) =>
    Object.keys(environment).some((name) => name.startsWith('SPANDREL_')),
  );

describe.each(FILES)('docker/%s', (name) => {
  const file = readFile(name);

  it('is a valid file for Compose', () => {
    const { $schema: _, ...rest } = schema;
    const validate = new Ajv({ strict: false, allErrors: true, logger: false }).compile(rest);
    validate(file);
    expect(validate.errors).toBeNull();
    expect(validate({ ...file, services: { server: { imag: 'x' } } })).toBe(false);
  });

  it('sets variables that the server knows, to values it accepts', () => {
    const servers = serversOf(file);
    expect(servers.length).toBeGreaterThan(0);
    for (const [, server] of servers) {
      const variables = variablesOf(server);
      expect(VARIABLE_NAMES).toEqual(expect.arrayContaining(Object.keys(variables)));
      // What the image sets.
      const image = { SPANDREL_HOST: '0.0.0.0', SPANDREL_ENABLE_AUTH: 'true' };
      expect(readEnv({ ...image, ...variables }).databaseUrl).toMatch(/^postgresql:\/\/spandrel:/);
    }
  });
});

describe('the proxy of docker/compose.scale.yaml', () => {
  const file = readFile('compose.scale.yaml');
  const proxy = read('../../docker/haproxy.cfg');

  it('knows every server, for HTTP and for gRPC', () => {
    const names = serversOf(file).map(([name]) => name);
    expect(names).toHaveLength(3);
    for (const port of [6006, 4317]) {
      const known = [...proxy.matchAll(/^ {2}server (\S+) (\S+):(\d+)/gm)].filter(
        ([, , , number]) => Number(number) === port,
      );
      expect(known.map(([, , host]) => host)).toEqual(names);
    }
  });

  it('notices a stop before the server stops, which then has time to store', () => {
    const seconds = Number(/inter (\d+)s/.exec(proxy)![1]);
    for (const [, server] of serversOf(file)) {
      const delay = readEnv(variablesOf(server)).shutdownDelayMs / 1000;
      expect(delay).toBeGreaterThan(2 * seconds);
      expect(Number.parseInt(server.stop_grace_period!, 10)).toBeGreaterThanOrEqual(delay + 30);
    }
  });
});
