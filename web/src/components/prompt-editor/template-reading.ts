import { useDebouncedValue } from '@mantine/hooks';
import { graphql, type ResultOf } from '../../graphql.js';
import { useGraphqlQuery } from '../../lib/data/use-graphql-query.js';
import type { VersionDetail } from './version.js';

export const ReadTemplateQuery = graphql(`
  query ReadTemplate($template: PromptChatTemplateInput!, $format: PromptTemplateFormat!) {
    readChatTemplate(template: $template, format: $format) {
      names
      problems {
        index
        message
      }
    }
  }
`);

/** Queries the variables in a draft, and the messages that cannot be rendered. */
export type TemplateReading = ResultOf<typeof ReadTemplateQuery>['readChatTemplate'];

/** The time to wait for the user to stop typing. */
const PAUSE_MS = 250;

/**
 * Returns the server’s findings about templates while the user types, given the texts of each
 * message. Keeps the last result until the next one arrives; undefined before the first.
 */
export function useTemplateReading(
  messages: readonly (readonly string[])[],
  format: VersionDetail['templateFormat'],
): TemplateReading | undefined {
  const [typed] = useDebouncedValue(JSON.stringify(messages), PAUSE_MS);
  const texts = JSON.parse(typed) as string[][];
  const template = {
    messages: texts.map((list) => ({
      role: 'USER' as const,
      // A message without text is sent as an empty one, so that the others keep their positions.
      content: (list.length > 0 ? list : ['']).map((text) => ({ text: { text } })),
    })),
  };
  const { data } = useGraphqlQuery(
    ReadTemplateQuery,
    { template, format },
    { keepPrevious: true, staleTime: Infinity, gcTime: 0 },
  );
  return data?.readChatTemplate;
}
