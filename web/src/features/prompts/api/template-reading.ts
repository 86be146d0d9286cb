import { useDebouncedValue } from '@mantine/hooks';
import { graphql, type ResultOf } from '../../../graphql.js';
import { useGraphqlQuery } from '../../../lib/data/use-graphql-query.js';
import type { MessageDraft } from '../draft/message-draft.js';
import type { TemplateFormat } from '../template-formats.js';

const ReadTemplateQuery = graphql(`
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

/** The variables in a draft, and the messages that cannot be rendered. */
export type TemplateReading = ResultOf<typeof ReadTemplateQuery>['readChatTemplate'];

/** How long to wait while the user types. */
const PAUSE_MS = 250;

/**
 * Returns what the server finds in templates while they are typed. Keeps the last result until the
 * next one; undefined before the first.
 */
export function useTemplateReading(
  messages: readonly MessageDraft[],
  format: TemplateFormat,
): TemplateReading | undefined {
  const [typed] = useDebouncedValue(JSON.stringify(messages.map(textsOf)), PAUSE_MS);
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

function textsOf({ parts }: MessageDraft): string[] {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
}
