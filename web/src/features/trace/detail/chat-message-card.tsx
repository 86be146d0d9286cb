import { Bot, Cog, MessageCircle, User, Wrench } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { getSpanKindColor } from '../../../components/spans/span-kinds.js';
import { toText } from '../../../lib/openinference/attribute-path.js';
import { printExactJson } from '../../../lib/json/exact-json.js';
import type { ChatMessage, MessagePart } from '../../../lib/openinference/read-messages.js';
import { JsonView } from '../../../components/text/json-view.js';
import { SafeImage } from '../../../components/text/safe-image.js';
import { TextValue } from '../../../components/text/text-value.js';
import { Card } from './card.js';
import { ToolCallView } from './tool-call-view.js';
import classes from './chat-message-card.module.css';

const looks: Record<string, { Icon: LucideIcon; color: string; label: string }> = {
  system: { Icon: Cog, color: 'var(--dimmed)', label: 'System' },
  developer: { Icon: Cog, color: 'var(--dimmed)', label: 'Developer' },
  user: { Icon: User, color: 'var(--accent)', label: 'User' },
  human: { Icon: User, color: 'var(--accent)', label: 'User' },
  assistant: { Icon: Bot, color: getSpanKindColor('agent'), label: 'Assistant' },
  ai: { Icon: Bot, color: getSpanKindColor('agent'), label: 'Assistant' },
  model: { Icon: Bot, color: getSpanKindColor('agent'), label: 'Model' },
  tool: { Icon: Wrench, color: getSpanKindColor('tool'), label: 'Tool' },
  function: { Icon: Wrench, color: getSpanKindColor('tool'), label: 'Function' },
};

/** One message of a chat: the speaker, the text and the tool calls. */
export function ChatMessageCard({ message }: { message: ChatMessage }) {
  const { role, name, parts, toolCalls, toolCallId, finishReason } = message;
  const look = looks[role?.toLowerCase() ?? ''] ?? {
    Icon: MessageCircle,
    color: 'var(--dimmed)',
    label: role ?? 'Message',
  };
  return (
    <Card
      edge={look.color}
      title={
        <>
          <span className={classes.role} style={{ color: look.color }}>
            <look.Icon size={14} aria-hidden />
            {look.label}
          </span>
          {name ? <span>{name}</span> : null}
          {toolCallId ? (
            <span className={classes.id} title={`Response to call ${toolCallId}`}>
              {toolCallId}
            </span>
          ) : null}
          {finishReason ? <span>finished: {finishReason}</span> : null}
        </>
      }
      actions={<CopyButton value={() => writeMessageText(message)} label="message" />}
    >
      {parts.map((part, place) => (
        <Part key={place} part={part} />
      ))}
      {toolCalls.map((call, place) => (
        <ToolCallView key={call.id ?? place} call={call} />
      ))}
      {parts.length + toolCalls.length === 0 ? (
        <span className={classes.nothing}>No content</span>
      ) : null}
    </Card>
  );
}

function Part({ part }: { part: MessagePart }): ReactNode {
  switch (part.type) {
    case 'text':
      return <TextValue text={part.text} />;
    case 'reasoning':
      return (
        <div className={classes.reasoning}>
          <span className={classes.label}>Reasoning</span>
          <TextValue text={part.text} />
        </div>
      );
    case 'image':
      return (
        <div>
          <SafeImage url={part.url} alt="image in this message" />
        </div>
      );
    case 'audio':
      return (
        <div>
          <span className={classes.label}>Audio</span>
          {part.transcript ? <TextValue text={part.transcript} /> : null}
        </div>
      );
    default:
      return <JsonView value={part.value} />;
  }
}

/** Returns the text to copy, or the whole message as JSON if it has none. */
function writeMessageText({ parts, toolCalls }: ChatMessage): string {
  const words = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const calls = toolCalls.map(
    (call) => `${call.name}(${toText(call.arguments) ?? printExactJson(null)})`,
  );
  return [...words, ...calls].join('\n\n');
}
