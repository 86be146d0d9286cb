import { Fragment } from 'react';
import { isObject, type Json } from '../../../lib/json/exact-json.js';
import { isText, valueExcerpt } from '../values.js';
import classes from './value-excerpt.module.css';

/** Fields of an object that a cell draws; more could not be seen there. */
const FIELDS = 12;

/** The beginning of a value in some lines: text like prose, fields by their names, lists as JSON. */
export function ValueExcerpt({ value }: { value: Json }) {
  const isEmpty = value === null || (isObject(value) && Object.keys(value).length === 0);
  if (isEmpty) return <span className={classes.none}>–</span>;
  if (isText(value) || !isObject(value)) {
    return (
      <div className={isText(value) ? classes.text : classes.json} dir="auto">
        {valueExcerpt(value)}
      </div>
    );
  }
  return (
    <div className={classes.text} dir="auto">
      {Object.entries(value)
        .slice(0, FIELDS)
        .map(([name, item], index) => (
          <Fragment key={name}>
            {index > 0 ? '\n' : ''}
            <span className={classes.name}>{name}</span> {fieldExcerpt(item ?? null)}
          </Fragment>
        ))}
    </div>
  );
}

function fieldExcerpt(value: Json) {
  if (typeof value === 'string') return valueExcerpt(value);
  return <code className={classes.code}>{valueExcerpt(value, 0)}</code>;
}
