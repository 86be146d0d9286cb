import pg from 'pg';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  Plans?: PlanNode[];
}

interface Statement {
  text: string;
  values: unknown[];
}

const LARGE_TABLES = new Set(['spans', 'traces', 'dataset_examples', 'dataset_example_revisions']);

/** Runs `work` and returns the queries that this process sends to PostgreSQL during that time. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const original: unknown = Reflect.get(pg.Client.prototype, 'query');
  if (typeof original !== 'function') throw new TypeError('pg.Client has no query method.');
  const recording = function (this: pg.Client, ...args: unknown[]): unknown {
    const [first, second] = args;
    const text = typeof first === 'string' ? first : (first as { text?: string }).text;
    const values = Array.isArray(second) ? second : (first as { values?: unknown[] }).values;
    if (text !== undefined && /^\s*(\/\*[^*]*\*\/\s*)?(SELECT|WITH)\b/i.test(text)) {
      statements.push({ text, values: values ?? [] });
    }
    return Reflect.apply(original, this, args);
  };
  Reflect.set(pg.Client.prototype, 'query', recording);
  try {
    await work();
  } finally {
    Reflect.set(pg.Client.prototype, 'query', original);
  }
  return statements;
}

/** Returns the plan of a statement in one line, and whether it scans a large table. */
export async function planOf(
  client: pg.Client,
  { text, values }: Statement,
): Promise<{ line: string; isSequential: boolean }> {
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `EXPLAIN (FORMAT JSON) ${text}`,
    values,
  );
  const root = rows[0]?.['QUERY PLAN'][0]?.Plan;
  const nodes = root ? flatten(root) : [];
  return {
    line: nodes.map(describe).join(' < '),
    isSequential: nodes.some(
      (node) => node['Node Type'] === 'Seq Scan' && LARGE_TABLES.has(node['Relation Name'] ?? ''),
    ),
  };
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}

function describe(node: PlanNode): string {
  const target = node['Index Name'] ?? node['Relation Name'];
  return target ? `${node['Node Type']} ${target}` : node['Node Type'];
}
