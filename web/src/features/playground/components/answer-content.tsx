import { Wrench } from 'lucide-react';
import { useDeferredValue } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { JsonView } from '../../../components/text/json-view.js';
import { TextValue } from '../../../components/text/text-value.js';
import { parseStructure } from '../../../lib/json/exact-json.js';
import type { AnsweredCall } from '../run/run.js';
import classes from './answer-content.module.css';

interface AnswerContentProps {
  text: string;
  /** The thoughts of the model before its answer. */
  reasoning?: string;
  calls: readonly AnsweredCall[];
  /** Whether more may arrive. */
  isGrowing?: boolean;
}

/** The answer of a model: thoughts, text, and tool calls. */
export function AnswerContent(props: AnswerContentProps) {
  const { text, reasoning = '', calls, isGrowing = false } = props;
  // Parsing Markdown takes longer than a piece takes to arrive.
  const shown = useDeferredValue(text);
  return (
    <>
      {reasoning === '' ? null : (
        <div className={classes.reasoning} role="group" aria-label="Reasoning">
          <span className={classes.label}>Reasoning</span>
          <p className={classes.thoughts}>{reasoning}</p>
        </div>
      )}
      {shown === '' ? null : <TextValue text={isGrowing ? shown : text} isWhole />}
      {calls.map((call) => (
        <CallView key={call.id} call={call} />
      ))}
    </>
  );
}

function CallView({ call: { id, name, arguments: given } }: { call: AnsweredCall }) {
  const structure = parseStructure(given);
  return (
    <div className={classes.call}>
      <div className={classes.head}>
        <Wrench size={13} aria-hidden className={classes.icon} />
        <span className={classes.name}>{name}</span>
        <span className={classes.id} title={`Call ${id}`}>
          {id}
        </span>
        <CopyButton value={given} label="arguments" />
      </div>
      <div className={classes.body}>
        {structure === undefined ? <code>{given}</code> : <JsonView value={structure} />}
      </div>
    </div>
  );
}
