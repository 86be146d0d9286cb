import { Tabs } from '@mantine/core';
import classes from './code-tabs.module.css';
import { CopyButton } from '../buttons/copy-button.js';

/** Code in one language, with a copy button. */
export interface CodeSample {
  label: string;
  code: string;
}

/** The same code in several languages. */
export function CodeTabs({ samples }: { samples: readonly CodeSample[] }) {
  return (
    // By index, not by label: values become parts of IDs, which must not contain spaces.
    <Tabs defaultValue="0" className={classes.tabs} keepMounted={false}>
      <Tabs.List>
        {samples.map((sample, index) => (
          <Tabs.Tab key={sample.label} value={String(index)}>
            {sample.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {samples.map((sample, index) => (
        <Tabs.Panel key={sample.label} value={String(index)}>
          <CodeBlock code={sample.code} label={`${sample.label} code`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** Code with a copy button. */
export function CodeBlock({ code, label = 'code' }: { code: string; label?: string }) {
  return (
    <div className={classes.block}>
      <pre className={classes.code}>{code}</pre>
      <div className={classes.copy}>
        <CopyButton value={code} label={label} />
      </div>
    </div>
  );
}
