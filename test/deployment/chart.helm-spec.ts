import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { helm, listValues, renderChart } from './render-chart.js';

/** Versions of Helm differ in blank lines. */
const readManifests = (text: string) =>
  parseAllDocuments(text).map((document) => document.toJS() as unknown);

const CHART = fileURLToPath(new URL('../../charts/spandrel', import.meta.url));

describe('the chart with Helm', () => {
  it('becomes what is committed', async () => {
    for (const name of await listValues()) {
      const committed = await readFile(new URL(`rendered/${name}`, import.meta.url), 'utf8');
      expect(readManifests(await renderChart(name))).toEqual(readManifests(committed));
    }
  });

  it('has no mistakes that Helm knows of', async () => {
    const values = fileURLToPath(new URL('values/full.yaml', import.meta.url));
    expect(await helm('lint', '--strict', CHART, '--values', values)).toContain(
      '1 chart(s) linted, 0 chart(s) failed',
    );
  });

  it.each([
    ['secretName=', 'secretName'],
    ['rootUrl=spandrel.example.com', 'rootUrl'],
    ['replicas=3', 'replicas'],
    ['ingress.enabled=true', 'hosts'],
  ])('refuses %s', async (setting, named) => {
    await expect(renderChart('minimal.yaml', '--set', setting)).rejects.toThrow(named);
  });

  it('needs a secret and an address', async () => {
    await expect(helm('template', 'spandrel', CHART)).rejects.toThrow('secretName');
  });
});
