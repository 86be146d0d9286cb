import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { PayloadView } from '../../../components/payloads/payload-view.js';
import { isStructure, type Json, printExactJson } from '../../../lib/json/exact-json.js';
import classes from './payload-section.module.css';

interface PayloadSectionProps {
  title: string;
  value: Json;
  /** Shown next to the title. */
  actions?: ReactNode;
  /** Shown instead of the value. */
  children?: ReactNode;
}

/** A value with its name, as text or as JSON, with a copy button. */
export function PayloadSection({ title, value, actions, children }: PayloadSectionProps) {
  const [isRaw, setIsRaw] = useState(false);
  const isEmpty = value === null;
  return (
    <section className={classes.section} aria-label={title}>
      <div className={classes.head}>
        <h3>{title}</h3>
        <span className={classes.actions}>
          {actions}
          {isStructure(value) && !children ? (
            <SegmentedControl
              aria-label={`Format of ${title.toLowerCase()}`}
              value={isRaw ? 'json' : 'text'}
              onChange={(mode) => setIsRaw(mode === 'json')}
              data={[
                { value: 'text', label: 'Text' },
                { value: 'json', label: 'JSON' },
              ]}
            />
          ) : null}
          {isEmpty ? null : (
            <CopyButton value={() => copyText(value)} label={title.toLowerCase()} />
          )}
        </span>
      </div>
      <div className={classes.body}>
        {children ??
          (isEmpty ? (
            <span className={classes.none}>None</span>
          ) : (
            <PayloadView value={value} isRaw={isRaw} />
          ))}
      </div>
    </section>
  );
}

function copyText(value: Json): string {
  return typeof value === 'string' ? value : printExactJson(value);
}
