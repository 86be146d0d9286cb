import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { parseStructure, printExactJson } from '../../../lib/json/exact-json.js';
import type { Json } from '../../../lib/json/exact-json.js';
import { Fold } from '../../../components/text/fold.js';
import { JsonView } from '../../../components/text/json-view.js';
import { PlainText } from '../../../components/text/text-value.js';
import classes from './attributes-tab.module.css';

/** A value in the attributes table. JSON inside a string opens on request. */
export function AttributeValue({ value }: { value: Json }) {
  const [asJson, setAsJson] = useState(false);
  if (typeof value !== 'string') {
    return <span className={classes.literal}>{printExactJson(value, 0)}</span>;
  }
  const structure = parseStructure(value);
  return (
    <>
      {structure !== undefined && asJson ? (
        <JsonView value={structure} />
      ) : (
        <Fold text={value}>{(shown) => <PlainText text={shown} />}</Fold>
      )}
      {structure === undefined ? null : (
        <UnstyledButton
          className={classes.expand}
          aria-expanded={asJson}
          onClick={() => setAsJson(!asJson)}
        >
          {asJson ? 'Show as text' : 'Show as JSON'}
        </UnstyledButton>
      )}
    </>
  );
}
