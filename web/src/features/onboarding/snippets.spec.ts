import { execFileSync } from 'node:child_process';
import { listSnippets } from './snippets.js';

/** A project is named after what a span says. The shell once executed the second name. */
const NAMES = ['my-app', "x'$(echo run)'", `it's "odd"\\n \`x\` 東京`];

describe('listSnippets', () => {
  it.each(NAMES)('quotes a project named %s', (name) => {
    const ways = listSnippets('http://localhost:6006', name, false);
    const curl = ways.find(({ label }) => label === 'curl')!.code;
    const printing = curl.replace(/^curl/m, `printf '%s\\n'`);
    const lines = execFileSync('sh', ['-c', printing], { encoding: 'utf8' });
    const { resourceSpans } = JSON.parse(lines.slice(lines.indexOf('{'))) as {
      resourceSpans: { resource: { attributes: { value: object }[] } }[];
    };
    expect(resourceSpans[0]?.resource.attributes[0]?.value).toEqual({ stringValue: name });
    for (const label of ['Python', 'TypeScript']) {
      expect(ways.find((way) => way.label === label)!.code).toContain(JSON.stringify(name));
    }
  });
});
