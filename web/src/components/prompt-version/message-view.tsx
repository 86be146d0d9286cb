import { Wrench } from 'lucide-react';
import { CopyButton } from '../buttons/copy-button.js';
import { JsonView } from '../text/json-view.js';
import { type Json, parseStructure } from '../../lib/json/exact-json.js';
import type { TemplateMessage } from '../prompt-editor/version.js';
import { writeContent } from './write-version.js';
import type { TemplateFormat } from '../prompt-editor/template-formats.js';
import { MessageCard } from './message-card.js';
import classes from './message-view.module.css';
import { TemplateText } from './template-text.js';

interface MessageViewProps {
  message: TemplateMessage;
  format: TemplateFormat;
}

/** A message in readable form. */
export function MessageView({ message, format }: MessageViewProps) {
  const { role, roleName, content } = message;
  return (
    <MessageCard
      role={role}
      roleName={roleName}
      actions={<CopyButton value={() => writeContent(content)} label="message" />}
    >
      {content.map((part, place) => {
        switch (part.__typename) {
          case 'TextContentPart':
            return <TemplateText key={place} text={part.text.text} format={format} />;
          case 'ToolCallContentPart':
            return <Call key={place} call={part.toolCall} />;
          default:
            return <Result key={place} result={part.toolResult} />;
        }
      })}
    </MessageCard>
  );
}

interface CallProps {
  call: { toolCallId: string; toolCall: { name: string; arguments: string } };
}

function Call({ call: { toolCallId, toolCall } }: CallProps) {
  const given = parseStructure(toolCall.arguments);
  return (
    <div className={classes.tool}>
      <div className={classes.head}>
        <Wrench size={13} aria-hidden className={classes.icon} />
        <span className={classes.name}>{toolCall.name}</span>
        <Id id={toolCallId} label="Call" />
      </div>
      <div className={classes.body}>
        {given === undefined ? <code>{toolCall.arguments}</code> : <JsonView value={given} />}
      </div>
    </div>
  );
}

function Result({
  result: { toolCallId, result },
}: {
  result: { toolCallId: string; result: unknown };
}) {
  return (
    <div className={classes.tool}>
      <div className={classes.head}>
        <span className={classes.label}>Result</span>
        <Id id={toolCallId} label="Response to call" />
      </div>
      <div className={classes.body}>
        <JsonView value={result as Json} />
      </div>
    </div>
  );
}

function Id({ id, label }: { id: string; label: string }) {
  return id === '' ? null : (
    <span className={classes.id} title={`${label} ${id}`}>
      {id}
    </span>
  );
}
