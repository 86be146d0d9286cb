import { globSync, readFileSync } from 'node:fs';

/**
 * Everything on this server that leaves traces of its own work, and which project these go to. Whoever adds a
 * writer decides here that nobody reads its traces who cannot read all that goes into them.
 */
const WRITERS: Record<string, string> = {
  'evaluation-rules/running/rule-evaluations.service.ts':
    'none: it only asks for the evaluator of the rule',
  'evaluators/judging/judges.service.ts': 'chosen by those who prepare judges, below',
  'evaluators/running/evaluator-runs.service.ts':
    'the project of the use, which belongs to the project of its dataset or rule',
  'experiments/jobs/task-runner.ts':
    'the project of the experiment, which belongs to the project of its dataset',
  'model-providers/chats/chats.service.ts': 'chosen by those who ask, below',
  'model-providers/pacing/paced-chats.service.ts': 'none: it only asks',
  'playground/playground.service.ts': 'PlaygroundProjectsService',
};

/** Those who try something for a person. */
const TRIES = [
  'evaluation-rules/previews/rule-previews.service.ts',
  'evaluators/judging/previews.service.ts',
  'playground/playground.service.ts',
];

describe('the writers of traces of this server', () => {
  const sources = globSync('src/**/*.ts')
    .filter((path) => !path.endsWith('.spec.ts'))
    .map((path) => ({
      path: path.replaceAll('\\', '/').slice(4),
      text: readFileSync(path, 'utf8'),
    }));
  const withText = (part: RegExp) =>
    sources.filter(({ text }) => part.test(text)).map(({ path }) => path);

  it('are all known', () => {
    const found = withText(/\b(recorder|chats|paced)\.(record|run)\(/);
    expect(found.toSorted()).toEqual(Object.keys(WRITERS).toSorted());
  });

  it('let the readers of a trace be chosen wherever people try something', () => {
    expect(withText(/\b(projects|playgrounds)\.choose\(/).toSorted()).toEqual(TRIES);
    // Nobody else names the project that everyone reads as a target.
    expect(withText(/projectName(: | = )'playground'/)).toEqual([]);
  });
});
