import { useDebouncedValue } from '@mantine/hooks';
import { graphql } from '../../../graphql.js';
import { listNodes } from '../../../lib/data/connections.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';

const PromptChoicesQuery = graphql(`
  query PromptChoices($filter: PromptFilter) {
    prompts(first: 50, filter: $filter) {
      edges {
        node {
          id
          name
        }
      }
    }
  }
`);

const VersionChoicesQuery = graphql(`
  query VersionChoices($id: ID!) {
    node(id: $id) {
      __typename
      ... on Prompt {
        id
        name
        version {
          id
        }
        promptVersions(first: 200) {
          edges {
            node {
              id
              sequenceNumber
              description
              tags {
                id
                name
              }
            }
          }
        }
      }
    }
  }
`);

/** The time to wait for the user to stop typing. */
const PAUSE_MS = 150;

/** Lists prompts whose names contain a text. */
export function usePromptChoices(text: string) {
  const [name] = useDebouncedValue(text.trim(), PAUSE_MS);
  const { data } = useGraphqlQuery(
    PromptChoicesQuery,
    { filter: name === '' ? null : { col: 'name', value: name } },
    { keepPrevious: true },
  );
  return data ? listNodes(data.prompts) : [];
}

/** Returns a prompt and its versions, newest first; undefined until they are known. */
export function useVersionChoices(promptId: string | undefined) {
  const { data, error, reload } = useGraphqlQuery(
    VersionChoicesQuery,
    { id: promptId ?? '' },
    { enabled: promptId !== undefined },
  );
  const prompt = data?.node.__typename === 'Prompt' ? data.node : undefined;
  return {
    prompt: prompt && { ...prompt, versions: listNodes(prompt.promptVersions) },
    isMissing: data !== undefined && !prompt,
    error,
    reload,
  };
}
