import { execFileSync } from 'node:child_process';
import ts from 'typescript';
import { writeKey, writeProgram, writeSetup } from './framework.js';
import { FRAMEWORKS } from './frameworks.js';

const server = 'http://localhost:6006';
/** A project is named after what a span says. The shell once executed the second name. */
const NAMES = ['my-app', "x'$(echo run)'", `it's "odd"\\n \`x\` 東京`];

const find = (id: string) => FRAMEWORKS.find((framework) => framework.id === id)!;
const program = (id: string, project: string, needsKey = false) =>
  writeProgram(find(id), { server, project, needsKey });

describe('the snippets', () => {
  it.each(NAMES)('quote a project named %s', (project) => {
    const curl = program('curl', project);
    const printing = curl.replace(/^curl/m, `printf '%s\\n'`);
    const lines = execFileSync('sh', ['-c', printing], { encoding: 'utf8' });
    const { resourceSpans } = JSON.parse(lines.slice(lines.indexOf('{'))) as {
      resourceSpans: { resource: { attributes: { value: object }[] } }[];
    };
    expect(resourceSpans[0]?.resource.attributes[0]?.value).toEqual({ stringValue: project });
    const variables = `${program('opentelemetry', project)}\nprintf %s "$OTEL_RESOURCE_ATTRIBUTES"`;
    const [, encoded] = execFileSync('sh', ['-c', variables], { encoding: 'utf8' }).split('name=');
    expect(decodeURIComponent(encoded!)).toBe(project);
    for (const id of ['openai', 'vercel-ai-sdk']) {
      expect(program(id, project)).toContain(JSON.stringify(project));
    }
  });

  it('have different names, and say what to install and how to run', () => {
    expect(new Set(FRAMEWORKS.map(({ id }) => id)).size).toBe(FRAMEWORKS.length);
    for (const { language, install, run } of FRAMEWORKS) {
      expect([install !== undefined, run !== undefined]).toEqual(
        language === 'Any language' ? [false, false] : [true, true],
      );
    }
  });

  it.each(FRAMEWORKS.filter(({ language }) => language === 'TypeScript'))(
    'run in a new project, which is CommonJS: $id',
    (framework) => {
      const code = writeProgram(framework, { server, project: 'my-app', needsKey: true });
      const { diagnostics } = ts.transpileModule(code, {
        reportDiagnostics: true,
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
      });
      expect(diagnostics).toEqual([]);
      // `await` outside of functions would begin a line.
      expect(code).not.toMatch(/^(const .*)?await /m);
      const imports = code.split('\n').map((line) => line.startsWith('import '));
      expect(imports.lastIndexOf(true)).toBeLessThan(
        code.split('\n').indexOf('async function main() {'),
      );
    },
  );

  it('begin with the lines that `spandrel connect` prints', () => {
    const target = { server, project: 'my-app', needsKey: true };
    for (const framework of FRAMEWORKS) {
      expect(writeProgram(framework, target)).toContain(writeSetup(framework, target));
    }
  });

  it('send a key only if there is one', () => {
    expect(program('curl', 'my-app')).not.toContain('authorization');
    expect(program('curl', 'my-app', true)).toContain('Bearer $PHOENIX_API_KEY');
    expect(writeKey(find('openai'))).toBe('export PHOENIX_API_KEY=spd_…');
    expect(writeKey(find('opentelemetry'), 'spd_1')).toBe(
      'export OTEL_EXPORTER_OTLP_HEADERS="Authorization=Bearer spd_1"',
    );
  });
});
