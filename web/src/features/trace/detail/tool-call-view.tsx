import { Wrench } from 'lucide-react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { toText } from '../../../lib/openinference/attribute-path.js';
import { isStructure } from '../../../lib/json/exact-json.js';
import type { ToolCall } from '../../../lib/openinference/read-messages.js';
import { JsonView } from '../../../components/text/json-view.js';
import { TextValue } from '../../../components/text/text-value.js';
import classes from './tool-call-view.module.css';

/** A tool call that a model requested, with its arguments. */
export function ToolCallView({ call }: { call: ToolCall }) {
  const { id, name, arguments: given } = call;
  return (
    <div className={classes.call}>
      <div className={classes.head}>
        <Wrench size={13} aria-hidden className={classes.icon} />
        <span className={classes.name}>{name}</span>
        {id ? (
          <span className={classes.id} title={`Call ${id}`}>
            {id}
          </span>
        ) : null}
        <span className={classes.actions}>
          <CopyButton value={() => toText(given) ?? ''} label="arguments" />
        </span>
      </div>
      {given === undefined ? (
        <div className={classes.body}>no arguments</div>
      ) : (
        <div className={classes.body}>
          {isStructure(given) ? (
            <JsonView value={given} />
          ) : (
            <TextValue text={toText(given) ?? ''} />
          )}
        </div>
      )}
    </div>
  );
}
