import { isObject, type Json } from '../../../lib/exact-json.js';
import { isText, valueExcerpt } from '../values.js';
import classes from './value-excerpt.module.css';

/** The beginning of a value in some lines: text like prose, everything else as JSON. */
export function ValueExcerpt({ value }: { value: Json }) {
  const isEmpty = value === null || (isObject(value) && Object.keys(value).length === 0);
  if (isEmpty) return <span className={classes.none}>–</span>;
  return (
    <div className={isText(value) ? classes.text : classes.json} dir="auto">
      {valueExcerpt(value)}
    </div>
  );
}
