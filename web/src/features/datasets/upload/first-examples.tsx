import {
  isStructure,
  type Json,
  type JsonObject,
  printExactJson,
} from '../../../lib/json/exact-json.js';
import { ScrollRegion } from '../../../components/layout/scroll-region.js';
import classes from './first-examples.module.css';
import type { PlannedExample } from './plan-examples.js';

const FIELDS_SHOWN = 6;
const LETTERS_SHOWN = 160;

interface FirstExamplesProps {
  examples: readonly PlannedExample[];
  hasIds: boolean;
  hasSplits: boolean;
}

/** The examples that the first rows of the file become. */
export function FirstExamples({ examples, hasIds, hasSplits }: FirstExamplesProps) {
  return (
    <ScrollRegion label="First examples" className={classes.scroller}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th className={classes.line}>Line</th>
            <th>Input</th>
            <th>Output</th>
            <th>Metadata</th>
            {hasSplits ? <th className={classes.mark}>Splits</th> : null}
            {hasIds ? <th className={classes.mark}>ID</th> : null}
          </tr>
        </thead>
        <tbody>
          {examples.map(({ line, input, output, metadata, splits, id }) => (
            <tr key={line}>
              <td className={`${classes.line} numeric`}>{line}</td>
              <td>
                <Fields object={input} />
              </td>
              <td>
                <Fields object={output} />
              </td>
              <td>
                <Fields object={metadata} />
              </td>
              {hasSplits ? <td dir="auto">{splits.join(', ') || '–'}</td> : null}
              {hasIds ? <td dir="auto">{id ?? '–'}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Fields({ object }: { object: JsonObject }) {
  const entries = Object.entries(object);
  if (entries.length === 0) return <span className={classes.more}>–</span>;
  return (
    <dl className={classes.fields}>
      {entries.slice(0, FIELDS_SHOWN).map(([key, value]) => (
        <div key={key} className={classes.field}>
          <dt dir="auto">{key}</dt>
          <dd dir="auto">{writeStart(value ?? null)}</dd>
        </div>
      ))}
      {entries.length > FIELDS_SHOWN ? (
        <div className={classes.more}>{entries.length - FIELDS_SHOWN} more</div>
      ) : null}
    </dl>
  );
}

/** Writes a text as it is and everything else as JSON; only the start of a long value. */
function writeStart(value: Json): string {
  const text = typeof value === 'string' && !isStructure(value) ? value : printExactJson(value, 0);
  return text.length > LETTERS_SHOWN ? `${text.slice(0, LETTERS_SHOWN)}…` : text;
}
