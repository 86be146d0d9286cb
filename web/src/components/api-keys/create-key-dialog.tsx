import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { serverAddress } from '../../lib/page/base-url.js';
import { listKeySnippets } from './key-use.js';
import { CodeTabs } from '../code/code-tabs.js';
import { ShownOnce } from '../forms/form-parts.js';
import { CreateKeyForm, type NewKey } from './create-key-form.js';

interface CreateKeyProps {
  /** Describes what the key can do with full access. */
  fullScopeNote: string;
  onClose: () => void;
  /** Creates the key. Returns it, or an error message. */
  create: (wanted: NewKey) => Promise<{ secret: string } | { problem: string }>;
}

interface CreateKeyDialogProps extends CreateKeyProps {
  title: string;
  opened: boolean;
}

/** Asks for the details of a new key, then shows the key once with instructions for using it. */
export function CreateKeyDialog({ title, opened, ...props }: CreateKeyDialogProps) {
  return (
    <Modal opened={opened} onClose={props.onClose} title={title} closeOnClickOutside={false}>
      <CreateKey {...props} />
    </Modal>
  );
}

function CreateKey({ fullScopeNote, onClose, create }: CreateKeyProps) {
  const [made, setMade] = useState<MadeKeyProps['made']>();
  if (made) return <MadeKey made={made} onClose={onClose} />;
  const submit = async (wanted: NewKey) => {
    const answer = await create(wanted);
    if ('problem' in answer) return answer.problem;
    setMade({ name: wanted.name, secret: answer.secret });
    return undefined;
  };
  return <CreateKeyForm fullScopeNote={fullScopeNote} onCancel={onClose} onSubmit={submit} />;
}

interface MadeKeyProps {
  made: { name: string; secret: string };
  onClose: () => void;
}

function MadeKey({ made, onClose }: MadeKeyProps) {
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        Key <b>{made.name}</b> has been created.
      </Text>
      <ShownOnce label="API key" value={made.secret} />
      <div>
        <Text size="sm" c="dimmed">
          Set these environment variables for the program that sends data:
        </Text>
        <CodeTabs samples={listKeySnippets(serverAddress, made.secret)} />
      </div>
      <Group justify="flex-end">
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Stack>
  );
}
