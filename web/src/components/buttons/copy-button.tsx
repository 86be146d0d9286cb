import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';

interface CopyButtonProps {
  /** The text to copy, or a function that returns it if it is expensive to create. */
  value: string | (() => string);
  /** Names the text in the tooltip and for screen readers: `trace ID` becomes “Copy trace ID”. */
  label: string;
  /** Shows the label beside the icon. */
  withLabel?: boolean;
}

/** Copies a text and shows a confirmation for two seconds. */
export function CopyButton({ value, label, withLabel = false }: CopyButtonProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  const copy = () => clipboard.copy(typeof value === 'function' ? value() : value);
  const name = clipboard.copied ? 'Copied' : `Copy ${label}`;
  const icon = clipboard.copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />;
  if (withLabel) {
    return (
      <Button size="compact-sm" variant="default" leftSection={icon} onClick={copy}>
        {name}
      </Button>
    );
  }
  return (
    <Tooltip label={name}>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={name}
        onClick={(event) => {
          event.stopPropagation();
          copy();
        }}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}
