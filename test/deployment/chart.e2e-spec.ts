import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { parse, parseAllDocuments } from 'yaml';
import { readEnv, VARIABLE_NAMES } from '../../src/config/env.js';
import kubernetes from './kubernetes.schema.json' with { type: 'json' };

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const CHART = '../../charts/spandrel';
const RENDERINGS = ['minimal.yaml', 'full.yaml'];

interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels: Record<string, string> };
  spec: Record<string, unknown>;
}

interface Probe {
  httpGet: { port: string };
}

interface Container {
  env: { name: string; value: string }[];
  ports: { name: string }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
}

interface Pods {
  selector: { matchLabels: object };
  replicas?: number;
  template: { metadata: { labels: object }; spec: { containers: [Container] } };
}

const manifestsOf = (name: string) =>
  parseAllDocuments(read(`rendered/${name}`)).map((document) => document.toJS() as Manifest);
const find = <Spec>(manifests: Manifest[], kind: string) =>
  manifests.filter((manifest) => manifest.kind === kind).map(({ spec }) => spec as Spec);

describe('the chart', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });

  it.each(RENDERINGS)('becomes manifests that Kubernetes accepts: %s', (name) => {
    for (const manifest of manifestsOf(name)) {
      const type = `${manifest.apiVersion}/${manifest.kind}`;
      const $ref = (kubernetes.kinds as Record<string, string>)[type];
      expect([type, $ref]).toEqual([type, expect.any(String)]);
      const validate = ajv.compile({ $ref, definitions: kubernetes.definitions });
      validate(manifest);
      expect([type, validate.errors]).toEqual([type, null]);
    }
  });

  it('is checked against schemas that refuse misspelled fields', () => {
    const [service] = manifestsOf('minimal.yaml').filter(({ kind }) => kind === 'Service');
    const $ref = kubernetes.kinds['v1/Service'];
    const validate = ajv.compile({ $ref, definitions: kubernetes.definitions });
    const port = { name: 'http', prot: 6006 };
    expect(validate({ ...service, spec: { ...service!.spec, ports: [port] } })).toBe(false);
  });

  it('has no template that these renderings leave out', () => {
    const sources = RENDERINGS.flatMap((name) =>
      [...read(`rendered/${name}`).matchAll(/^# Source: spandrel\/templates\/(.*)$/gm)].map(
        ([, file]) => file,
      ),
    );
    const templates = readdirSync(new URL(`${CHART}/templates`, import.meta.url));
    expect(new Set(sources)).toEqual(new Set(templates.filter((file) => file.endsWith('.yaml'))));
  });

  it.each(RENDERINGS)('accepts the values of %s, and its defaults with them', (name) => {
    const validate = new Ajv({ strict: false }).compile(
      JSON.parse(read(`${CHART}/values.schema.json`)) as object,
    );
    const values = parse(read(`values/${name}`)) as object;
    validate({ ...(parse(read(`${CHART}/values.yaml`)) as object), ...values });
    expect(validate.errors).toBeNull();
  });

  it.each(RENDERINGS)('sets variables that the server knows, to values it accepts: %s', (name) => {
    const [pods] = find<Pods>(manifestsOf(name), 'Deployment');
    const { env } = pods!.template.spec.containers[0];
    const given = Object.fromEntries(env.map((variable) => [variable.name, variable.value]));
    expect(VARIABLE_NAMES).toEqual(expect.arrayContaining(Object.keys(given)));
    const settings = readEnv({
      SPANDREL_HOST: '0.0.0.0',
      SPANDREL_ENABLE_AUTH: 'true',
      SPANDREL_SECRET: 'Only-4-tests-of-the-chart-that-is-rendered',
      SPANDREL_DATABASE_URL: 'postgresql://spandrel:secret@database/spandrel',
      ...given,
    });
    expect(settings.rootUrl).toBe('https://spandrel.example.com');
    expect(settings.http.allowedHosts.some((host) => host.endsWith('.observability'))).toBe(true);
  });

  it.each(RENDERINGS)('connects what belongs together: %s', (name) => {
    const manifests = manifestsOf(name);
    const [pods] = find<Pods>(manifests, 'Deployment');
    const [service] = find<{ selector: object; ports: { targetPort: string }[] }>(
      manifests,
      'Service',
    );
    const [budget] = find<{ selector: { matchLabels: object } }>(manifests, 'PodDisruptionBudget');
    const { labels } = pods!.template.metadata;
    for (const selector of [
      pods!.selector.matchLabels,
      service!.selector,
      budget!.selector.matchLabels,
    ]) {
      expect(labels).toMatchObject(selector);
    }
    const [container] = pods!.template.spec.containers;
    const ports = container.ports.map((port) => port.name);
    expect(service!.ports.map(({ targetPort }) => targetPort)).toEqual(ports);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'] as const) {
      expect(ports).toContain(container[probe].httpGet.port);
    }
  });

  it('leaves the number of servers to the autoscaler if there is one', () => {
    const numbers = RENDERINGS.map((name) => {
      const manifests = manifestsOf(name);
      const [pods] = find<Pods>(manifests, 'Deployment');
      return [pods!.replicas, find(manifests, 'HorizontalPodAutoscaler').length];
    });
    expect(numbers).toEqual([
      [3, 0],
      [undefined, 1],
    ]);
  });

  it('installs the version of the package', () => {
    const { version } = JSON.parse(read('../../package.json')) as { version: string };
    const chart = parse(read(`${CHART}/Chart.yaml`)) as { appVersion: string };
    expect(chart.appVersion).toBe(version);
  });
});
