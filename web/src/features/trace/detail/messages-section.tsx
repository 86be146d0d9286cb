import { Button } from '@mantine/core';
import { useState } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { formatPlural } from '../../../lib/format/numbers.js';
import type { ChatMessage } from '../../../lib/openinference/read-messages.js';
import { writeMarkdown } from '../attributes/write-markdown.js';
import { ChatMessageCard } from './chat-message-card.js';
import { FoldableSection } from './foldable-section.js';

/**
 * A long chat folds its middle: the first message sets the scene, and the last ones contain the
 * question.
 */
const foldFrom = 8;
const keptAtEnd = 4;

/** A chat, with a card per message. */
export function MessagesSection({
  title,
  messages,
}: {
  title: string;
  messages: readonly ChatMessage[];
}) {
  const [all, setAll] = useState(false);
  if (messages.length === 0) return null;
  const folded = !all && messages.length > foldFrom;
  const start = folded ? messages.slice(0, 1) : messages;
  const end = folded ? messages.slice(-keptAtEnd) : [];
  return (
    <FoldableSection
      title={title}
      count={messages.length}
      actions={
        <CopyButton
          value={() => writeMarkdown(messages)}
          label={`${title.toLowerCase()} as Markdown`}
        />
      }
    >
      {start.map((message, place) => (
        <ChatMessageCard key={place} message={message} />
      ))}
      {folded ? (
        <Button
          variant="default"
          size="compact-md"
          style={{ borderStyle: 'dashed' }}
          onClick={() => setAll(true)}
        >
          Show {formatPlural(messages.length - start.length - end.length, 'message')} in between
        </Button>
      ) : null}
      {end.map((message, place) => (
        <ChatMessageCard key={messages.length - end.length + place} message={message} />
      ))}
    </FoldableSection>
  );
}
