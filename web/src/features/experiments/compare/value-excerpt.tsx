import { Fragment } from 'react';
import { isObject, type Json } from '../../../lib/json/exact-json.js';
import { isText, toValueExcerpt } from '../value-text.js';
import classes from './value-excerpt.module.css';

/** Fields of an object that a cell renders; more would not fit. */
const FIELDS = 12;

/** The start of a value in a few lines: text as prose, fields with their names, lists as JSON. */
export function ValueExcerpt({ value }: { value: Json }) {
  const isEmpty = value === null || (isObject(value) && Object.keys(value).length === 0);
  if (isEmpty) return <span className={classes.none}>–</span>;
  if (isText(value) || !isObject(value)) {
    return (
      <div className={isText(value) ? classes.text : classes.json} dir="auto">
        {toValueExcerpt(value)}
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
            <span className={classes.name}>{name}</span> {renderField(item ?? null)}
          </Fragment>
        ))}
    </div>
  );
}

function renderField(value: Json) {
  if (typeof value === 'string') return toValueExcerpt(value);
  return <code className={classes.code}>{toValueExcerpt(value, 0)}</code>;
}
