import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { Search } from 'lucide-react';
import { Fragment, useDeferredValue, useMemo, useState } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { formatExact } from '../../../lib/format/numbers.js';
import { toText } from '../../../lib/openinference/attribute-path.js';
import { decodeEscapes } from '../../../lib/json/escaped-text.js';
import { type Json, parseStructure, printExactJson } from '../../../lib/json/exact-json.js';
import { flattenAttributes, searchAttributes } from '../attributes/flatten.js';
import classes from './attributes-tab.module.css';
import { Fold } from '../../../components/text/fold.js';
import { JsonView } from '../../../components/text/json-view.js';
import { PlainText } from '../../../components/text/text-value.js';

/** Rows to show before a “show more” button. */
const rowStep = 200;

/** Every attribute with its dotted path; searchable by path and value. */
export function AttributesTab({ attributes }: { attributes: Json }) {
  const [query, setQuery] = useState('');
  const [limit, setLimit] = useState(rowStep);
  const settledQuery = useDeferredValue(query);
  const rows = useMemo(() => flattenAttributes(attributes), [attributes]);
  const found = useMemo(() => searchAttributes(rows, settledQuery), [rows, settledQuery]);
  return (
    <>
      <div className={classes.bar}>
        <TextInput
          size="xs"
          className={classes.search}
          aria-label="Search attributes by path or value"
          placeholder="Search paths and values"
          leftSection={<Search size={14} aria-hidden />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
        <output className={`${classes.count} numeric`}>
          {found.length === rows.length
            ? `${formatExact(rows.length)} attributes`
            : `${formatExact(found.length)} of ${formatExact(rows.length)}`}
        </output>
      </div>
      {found.length === 0 ? (
        <p className={classes.nothing}>
          {rows.length === 0
            ? 'This span has no attributes.'
            : 'No path or value contains this text.'}
        </p>
      ) : (
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Attribute</th>
              <th scope="col">Value</th>
              <th scope="col">
                <span className={classes.hidden}>Copy</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, limit).map((row) => (
              <tr key={row.path}>
                <th scope="row">
                  <Path path={row.path} />
                </th>
                <td>
                  <AttributeValue value={row.value} />
                </td>
                <td>
                  <CopyButton value={() => toText(row.value) ?? ''} label={row.path} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {found.length > limit ? (
        <Button variant="default" mt="sm" onClick={() => setLimit(limit + rowStep * 5)}>
          Show more, {formatExact(found.length - limit)} left
        </Button>
      ) : null}
    </>
  );
}

/** A dotted path that wraps after its dots. */
function Path({ path }: { path: string }) {
  return path.split('.').map((part, place) => (
    <Fragment key={place}>
      {place > 0 ? (
        <>
          .<wbr />
        </>
      ) : null}
      {part}
    </Fragment>
  ));
}

/** A value in the attributes table. JSON inside a string opens on request. */
function AttributeValue({ value }: { value: Json }) {
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
        <Fold text={decodeEscapes(value)}>{(shown) => <PlainText text={shown} />}</Fold>
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
