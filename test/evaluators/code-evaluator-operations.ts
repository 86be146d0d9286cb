import { type Account, cookieOf, type SecuredServer } from '../support/accounts.js';
import { globalId } from '../support/global-id.js';
import { type Code, CODE } from './evaluator-operations.js';

/** Compares an output with its reference. */
export const SOURCE =
  'export function evaluate(output: string, reference = "") {\n  return output === reference;\n}';

/** The results of the operations, each of which has some of the fields. */
export type CodeAnswer = Code & { evaluator: Code; wasCreated?: boolean; results: object[] };

/** Operations on evaluators with code. Call `readSandboxes` before the others. */
export function codeEvaluatorOperations(server: () => SecuredServer) {
  /** The IDs of sandboxes by their names. */
  const sandboxes: Record<string, string> = {};

  async function readSandboxes(): Promise<void> {
    const rows = await server().sql<{ id: number; name: string }>(
      'SELECT id, name FROM sandbox_configs',
    );
    for (const { id, name } of rows) sandboxes[name] = globalId('SandboxConfig', id);
  }

  async function ask(
    account: Account,
    query: string,
    variables: Record<string, unknown> = {},
  ): Promise<{ data: CodeAnswer | undefined | null; error: string | undefined }> {
    const { data, errors } = await server().gqlAs<Record<string, CodeAnswer>>(
      cookieOf(account),
      query,
      variables,
    );
    return { data: data && Object.values(data)[0], error: errors?.[0]?.message };
  }
  const change = (
    operation: string,
    type: string,
    input: object,
    account = server().accounts.MEMBER,
  ) =>
    ask(
      account,
      `mutation ($input: ${type}!) { ${operation}(input: $input) {
         evaluator { ${CODE} } ${operation.endsWith('Version') ? 'wasCreated' : ''} } }`,
      { input },
    );
  const create = (given: object = {}, account?: Account) =>
    change(
      'createCodeEvaluator',
      'CreateCodeEvaluatorInput',
      {
        name: 'same',
        sourceCode: SOURCE,
        language: 'TYPESCRIPT',
        sandboxConfigId: sandboxes['TypeScript'],
        ...given,
      },
      account,
    );
  const created = async (given: object = {}): Promise<Code> => {
    const { data, error } = await create(given);
    expect(error).toBeUndefined();
    return data!.evaluator;
  };

  return { sandboxes, readSandboxes, ask, change, create, created };
}
