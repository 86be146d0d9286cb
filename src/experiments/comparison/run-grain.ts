import { quoteFragment } from '../../filter-language/filter-syntax-error.js';
import type { Statement } from '../../kernel/sql/distributed-where.js';
import {
  type Field,
  type Grain,
  type JsonField,
  jsonPath,
  type RowSource,
} from '../../filter-language/grain.js';
import type { Source, Stretch } from '../../filter-language/source.js';
import { suggestName } from '../../filter-language/suggestion.js';
import type { ReferenceNode, PathStep } from '../../filter-language/syntax-tree.js';

/** The names of an example in a condition, and their columns. */
const EXAMPLE_COLUMNS = new Map([
  ['input', 'revision.input'],
  ['reference_output', 'revision.output'],
  ['metadata', 'revision.metadata'],
]);
const RUN_NAMES = ['output', 'error', 'latency_ms', 'evals'];
const NAMES = [...EXAMPLE_COLUMNS.keys(), ...RUN_NAMES, 'experiments'];
const EVALUATION_FIELDS = new Map<string, Field['type']>([
  ['score', 'number'],
  ['label', 'text'],
  ['explanation', 'text'],
]);
const KEYWORDS = ['None', 'True', 'False'];

const REVISION: RowSource = {
  alias: 'revision',
  scope: 'condition',
  join: () => 'LEFT JOIN dataset_example_revisions revision ON revision.id = s.revision_id',
};

/**
 * The run that a part of a condition refers to: one of a particular experiment, or any run,
 * separately for each comparison.
 */
interface RunScope extends Pick<RowSource, 'alias' | 'scope'> {
  sources: readonly RowSource[];
}

/**
 * Conditions on the examples `s` of an experiment's snapshot and on the runs of the compared
 * experiments. `experiments[0]` is the base. Without an experiment, a run field refers to any run,
 * separately for each comparison. With one, all parts of a condition refer to the same repetition.
 * If an experiment has no run, its values are missing.
 */
export class RunGrain implements Grain {
  readonly allows = { chains: false, arithmetic: false, lists: false, casts: [], looseTypes: true };
  /**
   * Names of evaluations in order of appearance. Their positions form the SQL aliases, because
   * names cannot.
   */
  private readonly evaluations: string[] = [];

  /** @param experimentIds row IDs, the base first. */
  constructor(private readonly experimentIds: readonly number[]) {}

  bind(reference: ReferenceNode, source: Source): Field | JsonField {
    const { name, steps } = reference;
    const column = EXAMPLE_COLUMNS.get(name);
    if (column !== undefined) return exampleField(column, reference, source);
    if (RUN_NAMES.includes(name))
      return this.runField(name, steps, anyRun(this.experimentIds), {
        reference,
        source,
      });
    if (name === 'experiments') return this.ofOneExperiment(reference, source);
    if (name === 'annotations') {
      throw source.error("Write evaluations of runs as evals['name'].score", reference);
    }
    throw unknownName(name, [...NAMES, ...KEYWORDS], source, reference);
  }

  private ofOneExperiment(reference: ReferenceNode, source: Source): Field | JsonField {
    const [chosen, part, ...steps] = reference.steps;
    if (chosen?.kind !== 'index') {
      throw source.error(
        'Select an experiment by its position; experiments[0] is the base',
        chosen ?? reference,
      );
    }
    const { index } = chosen;
    const id = this.experimentIds[index];
    if (id === undefined) {
      const last = this.experimentIds.length - 1;
      throw source.error(
        `There is no experiments[${index}]; the last one is experiments[${last}]`,
        chosen,
      );
    }
    if (part?.kind !== 'attribute') {
      throw source.error(
        `Select a field of the experiment: experiments[${index}].latency_ms, .output, .error or .evals`,
        part ?? reference,
      );
    }
    if (!RUN_NAMES.includes(part.name)) throw unknownName(part.name, RUN_NAMES, source, part);
    return this.runField(part.name, steps, runOf(index, id), { reference, source });
  }

  private runField(
    name: string,
    steps: readonly PathStep[],
    run: RunScope,
    { reference, source }: { reference: ReferenceNode; source: Source },
  ): Field | JsonField {
    const { alias, sources } = run;
    if (name === 'evals') return this.evaluationField(steps, run, { reference, source });
    if (name === 'output') {
      const path = pathOf(steps, 'output', source);
      return jsonField(`${alias}.output`, path, sources);
    }
    const [unwanted] = steps;
    if (unwanted) throw source.error(`\`${name}\` has no parts`, unwanted);
    const type = name === 'error' ? 'text' : 'number';
    return { kind: 'field', type, sources, sql: () => `${alias}.${name}` };
  }

  private evaluationField(
    steps: readonly PathStep[],
    run: RunScope,
    { reference, source }: { reference: ReferenceNode; source: Source },
  ): Field {
    const [named, part, unwanted] = steps;
    if (named?.kind !== 'key') {
      throw source.error("Select an evaluation by its name: evals['name']", named ?? reference);
    }
    const fields = [...EVALUATION_FIELDS.keys()];
    if (part?.kind !== 'attribute') {
      throw source.error(
        `Select a field of the evaluation: ${fields.map((field) => `.${field}`).join(', ')}`,
        part ?? reference,
      );
    }
    const type = EVALUATION_FIELDS.get(part.name);
    if (!type) throw unknownName(part.name, fields, source, part);
    if (unwanted) throw source.error(`\`${part.name}\` has no parts`, unwanted);
    const alias = `${run.alias}_eval_${this.numberOf(named.key)}`;
    const join = (statement: Statement): string =>
      `LEFT JOIN experiment_run_annotations ${alias}
         ON ${alias}.run_id = ${run.alias}.id AND ${alias}.name = ${statement.bind(named.key)}`;
    return {
      kind: 'field',
      type,
      sources: [...run.sources, { alias, scope: run.scope, join }],
      sql: () => `${alias}.${part.name}`,
    };
  }

  private numberOf(evaluation: string): number {
    const known = this.evaluations.indexOf(evaluation);
    return known >= 0 ? known : this.evaluations.push(evaluation) - 1;
  }
}

function exampleField(column: string, { name, steps, ...place }: ReferenceNode, source: Source) {
  const path = pathOf(steps, name, source);
  if (path.length > 0) return jsonField(column, path, [REVISION]);
  throw source.error(`\`${name}\` can only be compared by its parts: ${name}['key']`, place);
}

function jsonField(
  column: string,
  path: readonly (string | number)[],
  sources: readonly RowSource[],
): JsonField {
  const sql = (statement: Statement): string => jsonPath(column, path, statement);
  return { kind: 'field', type: 'json', sqlType: 'json', sources, sql };
}

function pathOf(steps: readonly PathStep[], name: string, source: Source): (string | number)[] {
  return steps.map((step) => {
    if (step.kind === 'key') return step.key;
    if (step.kind === 'index') return step.index;
    const key = step.kind === 'attribute' ? step.name : 'key';
    throw source.error(`Write parts of \`${name}\` as ['${key}']`, step);
  });
}

function runOf(index: number, experimentId: number): RunScope {
  const alias = `run_${index}`;
  const scope = 'condition';
  const join = (statement: Statement): string =>
    `LEFT JOIN experiment_runs ${alias}
       ON ${alias}.experiment_id = ${statement.bind(experimentId)} AND ${alias}.example_id = s.example_id`;
  return { alias, scope, sources: [{ alias, scope, join }] };
}

function anyRun(experimentIds: readonly number[]): RunScope {
  const alias = 'any_run';
  const scope = 'comparison';
  const join = (statement: Statement): string =>
    `CROSS JOIN unnest(${statement.bind(experimentIds)}::bigint[]) AS compared (id)
     LEFT JOIN experiment_runs ${alias}
       ON ${alias}.experiment_id = compared.id AND ${alias}.example_id = s.example_id`;
  return { alias, scope, sources: [{ alias, scope, join }] };
}

function unknownName(name: string, known: readonly string[], source: Source, place: Stretch) {
  return source.error(`Unknown name ${quoteFragment(name)}`, place, suggestName(name, known));
}
