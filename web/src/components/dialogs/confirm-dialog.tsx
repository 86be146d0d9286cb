import { Modal, Stack, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { FormAlert, FormButtons } from '../forms/form-parts.js';
import classes from '../forms/form-parts.module.css';

/** A deletion to confirm, and its consequences. */
export interface Confirmation {
  title: string;
  /** What will be deleted and what will stay. */
  text: ReactNode;
  label: string;
  /** Text that must be typed to confirm; for what cannot be recreated. */
  phrase?: string;
  /** Deletes it. Returns why it could not. */
  run: () => Promise<string | undefined>;
}

interface ConfirmDialogProps {
  confirmation: Confirmation | undefined;
  onClose: () => void;
}

/** Explains a deletion and asks for confirmation. */
export function ConfirmDialog({ confirmation, onClose }: ConfirmDialogProps) {
  return (
    <Modal
      opened={confirmation !== undefined}
      onClose={onClose}
      title={confirmation?.title ?? 'Delete'}
    >
      {confirmation ? <ConfirmForm confirmation={confirmation} onClose={onClose} /> : null}
    </Modal>
  );
}

function ConfirmForm(props: { confirmation: Confirmation; onClose: () => void }) {
  const { confirmation, onClose } = props;
  const { text, label, phrase, run } = confirmation;
  const [typed, setTyped] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();

  const submit = async () => {
    setIsBusy(true);
    const problem = await run();
    setIsBusy(false);
    setRefusal(problem);
    if (problem === undefined) onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack gap="sm">
        <div>{text}</div>
        {phrase === undefined ? null : (
          <TextInput
            label={
              <>
                Type <b className={classes.phrase}>{phrase}</b> to confirm
              </>
            }
            value={typed}
            data-autofocus
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <FormAlert text={refusal} />
        <FormButtons
          label={label}
          isBusy={isBusy}
          isDisabled={phrase !== undefined && typed !== phrase}
          isDestructive
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
