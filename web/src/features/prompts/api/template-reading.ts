import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { graphql, type ResultOf } from '../../../graphql.js';
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
  const client = useClient();
  const [reading, setReading] = useState<TemplateReading>();
  const typed = JSON.stringify(messages.map(textsOf));
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      const texts = JSON.parse(typed) as string[][];
      const template = {
        messages: texts.map((list) => ({
          role: 'USER' as const,
          // A message without text is sent as an empty one, so that the others keep their
          // positions.
          content: (list.length > 0 ? list : ['']).map((text) => ({ text: { text } })),
        })),
      };
      void client
        .query(ReadTemplateQuery, { template, format }, { requestPolicy: 'network-only' })
        .toPromise()
        .then(({ data }) => {
          if (isCurrent && data) setReading(data.readChatTemplate);
        });
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, typed, format]);
  return reading;
}

function textsOf({ parts }: MessageDraft): string[] {
  return parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
}
