import { Button, Group, Stack } from '@mantine/core';
import { Download } from 'lucide-react';
import { CopyButton } from '../buttons/copy-button.js';
import { Notice } from '../feedback/notice.js';
import classes from './second-factor.module.css';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Says what has just happened. */
  message: string;
  onDone: () => void;
}

/** New recovery codes, which are shown only once. */
export function RecoveryCodes({ codes, message, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
  return (
    <Stack gap="sm">
      <Notice tone="success">{message}</Notice>
      <p className={classes.text}>
        Keep these recovery codes in a safe place. If you lose your second factor, each of them
        signs you in once, together with your password. They are shown only now.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <CopyButton value={text} label="codes" withLabel />
          <Button
            component="a"
            data-button
            size="compact-sm"
            variant="default"
            leftSection={<Download size={14} aria-hidden />}
            href={`data:text/plain,${encodeURIComponent(`${text}\n`)}`}
            download="spandrel-recovery-codes.txt"
          >
            Download
          </Button>
        </Group>
        <Button onClick={onDone}>I have saved them</Button>
      </Group>
    </Stack>
  );
}
