import type { TestServer } from '../support/server.js';

/** Calls mutations with their one input; gives what they answer, or the code of the refusal. */
export function callerOf(serverOf: () => TestServer) {
  return async (name: string, input: object, selection: string) => {
    const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
    const { data, errors } = await serverOf().gql<Record<string, object>>(
      `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`,
      { input },
    );
    return { data: data?.[name], code: errors?.[0]?.extensions.code };
  };
}
