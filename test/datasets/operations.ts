import type { TestServer } from '../support/server.js';

/** The input types that are not named after their mutation. */
const INPUT_TYPES: Record<string, string> = { deleteDatasetSplits: 'DeleteDatasetSplitInput' };

/** Returns a function that calls a mutation with its input, and returns its data and error code. */
export function callerOf(serverOf: () => TestServer) {
  return async (name: string, input: object, selection: string) => {
    const type = INPUT_TYPES[name] ?? `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
    const { data, errors } = await serverOf().gql<Record<string, object>>(
      `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`,
      { input },
    );
    return { data: data?.[name], code: errors?.[0]?.extensions.code };
  };
}
