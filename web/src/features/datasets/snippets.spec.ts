import { execFileSync } from 'node:child_process';
import { listExperimentSnippets } from '../../components/code/client-snippets.js';
import { listDatasetCreationSnippets, listReadingSnippets } from './snippets.js';

const open = { address: 'http://localhost:6006', needsKey: false };
const closed = { ...open, needsKey: true };
const hostile = `it's "odd"\\n$(rm) \`x\` 東京 ${String.fromCodePoint(0x1f600)}`;

function code(samples: { label: string; code: string }[], label: string): string {
  return samples.find((sample) => sample.label === label)?.code ?? '';
}

describe('the code to create a dataset', () => {
  it('quotes any name in a shell, and keeps the body JSON', () => {
    const curl = code(listDatasetCreationSnippets(open, hostile), 'curl').replace(
      /^curl/,
      `printf '%s\\n'`,
    );
    const words = execFileSync('sh', ['-c', curl], { encoding: 'utf8' }).trim().split('\n');
    expect(words[0]).toBe('http://localhost:6006/v1/datasets/upload?sync=true');
    expect(JSON.parse(words.at(-1) ?? '')).toMatchObject({ name: hostile });
  });

  it('keeps any name one string in Python and TypeScript', () => {
    for (const label of ['Python', 'TypeScript']) {
      expect(code(listDatasetCreationSnippets(open, hostile), label)).toContain(
        JSON.stringify(hostile),
      );
    }
  });

  it('sends a key only if one is required', () => {
    expect(code(listDatasetCreationSnippets(open, 'x'), 'curl')).not.toContain('authorization');
    expect(code(listDatasetCreationSnippets(closed, 'x'), 'curl')).toContain(
      'Bearer $PHOENIX_API_KEY',
    );
  });
});

describe('the code to use a dataset', () => {
  const dataset = { id: 'RGF0YXNldDox', name: 'capitals' };
  const old = { ...dataset, version: 'RGF0YXNldFZlcnNpb246MQ==' };

  it('names a version only if it is not the newest', () => {
    for (const { code: newest } of listReadingSnippets(open, dataset)) {
      expect(newest).not.toMatch(/version_id|versionId/);
    }
    const [python, typescript, curl] = listReadingSnippets(open, old);
    expect(python?.code).toContain(`version_id="${old.version}"`);
    expect(typescript?.code).toContain(`versionId: "${old.version}"`);
    expect(curl?.code).toContain('version_id=RGF0YXNldFZlcnNpb246MQ%3D%3D');
  });

  it('runs an experiment on the same version', () => {
    expect(listExperimentSnippets(open, old).map(({ label }) => label)).toEqual([
      'Python',
      'TypeScript',
    ]);
    expect(code(listExperimentSnippets(open, old), 'TypeScript')).toContain(old.version);
  });
});
