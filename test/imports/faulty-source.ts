import { admin } from '../support/admin.js';
import { type Fault, startFaultyProxy } from '../support/faulty-proxy.js';
import type { Outcome } from '../support/invocation.js';
import { startTestServer } from '../support/server.js';
import { ExperimentMaker, readExperiments } from './experiment-maker.js';

/** Requests of the importer, by the end of their path. */
const KINDS = ['/runs', '/json', '/jsonl', '/graphql'] as const;

export type RequestKind = (typeof KINDS)[number];

export const FAILURE: Fault = { status: 500, body: 'Out of order' };
export const GARBAGE: Fault = { status: 200, body: '<html>Welcome</html>' };

export interface FaultySource {
  /** Imports what the other server has, by default through the proxy. */
  run(url?: string): Promise<Outcome>;
  /** Expects an import of everything, although the first `most` requests of each kind fail at first. */
  expectImport(faultOf: (kind: RequestKind) => Fault | 'cut', most: number): Promise<void>;
  /** Expects an import that ends because every request for runs is refused. */
  expectRefusal(fault: Fault, words: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server with an experiment behind a proxy with faults, and one that imports from it. */
export async function startFaultySource(): Promise<FaultySource> {
  const source = await startTestServer();
  const target = await startTestServer();
  const proxy = await startFaultyProxy(source.url);
  const maker = new ExperimentMaker(source);
  await maker.experiment(await maker.upload('capitals', 4));
  const run = (url = proxy.url) =>
    admin(['import', 'phoenix', '--url', url], { SPANDREL_DATABASE_URL: target.databaseUrl });
  return {
    run,
    async expectImport(faultOf, most) {
      const broken = new Map(KINDS.map((kind) => [kind, new Set<string>()]));
      proxy.answer = (path, body) => {
        const kind = KINDS.find((name) => path.split('?')[0]!.endsWith(name));
        const requests = kind && broken.get(kind);
        const key = `${path} ${body}`;
        if (!requests || requests.has(key) || requests.size === most) return null;
        requests.add(key);
        return faultOf(kind);
      };
      const { code, stdout } = await run();
      expect([code, stdout]).toEqual([0, expect.stringContaining('experiments: 1\n')]);
      expect([...broken.values()].filter(({ size }) => size === 0)).toEqual([]);
      proxy.answer = () => null;
      expect(await readExperiments(target, 'capitals')).toEqual(
        await readExperiments(source, 'capitals'),
      );
    },
    async expectRefusal(fault, words) {
      proxy.answer = (path) => (path.includes('/runs?') ? fault : null);
      const { code, stdout, stderr } = await run();
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(/GET \/v1\/experiments\/\S+\/runs was refused /);
      expect(stderr).toContain(words);
    },
    async stop() {
      await proxy.stop();
      await source.stop();
      await target.stop();
    },
  };
}
