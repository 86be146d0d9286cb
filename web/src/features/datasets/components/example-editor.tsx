import { Button, Group, Kbd, Modal, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { Notice } from '../../../components/feedback/notice.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { askExactly } from '../../../lib/exact-client.js';
import { isMac } from '../../../lib/browser/mac.js';
import { hasRoundedNumber } from '../rounded-number.js';
import { PatchExamplesMutation } from '../api/example-mutations.js';
import { newestVersionOf } from '../api/newest-version.js';
import { changedParts, draftOf, PARTS, type Payload, readDraft } from '../payload-draft.js';
import { useDataset } from './dataset-context.js';
import classes from './example-editor.module.css';
import { PayloadFields } from './payload-fields.js';

interface ExampleEditorProps {
  exampleId: string;
  payload: Payload;
  onClose: () => void;
  onSaved: (newestVersion: string | undefined) => void;
}

/** Changes what an example holds; what is saved is a new version, with a note. */
export function ExampleEditor(props: ExampleEditorProps) {
  const { payload, onClose } = props;
  if (PARTS.some((part) => hasRoundedNumber(payload[part]))) {
    return (
      <div className={classes.refusal}>
        <Notice tone="warning">
          This example holds numbers of more than 15 digits, and this browser cannot read them
          without changing them. Edit it with a newer browser, or from code.
        </Notice>
        <Button variant="default" onClick={onClose}>
          Back
        </Button>
      </div>
    );
  }
  return <EditorForm {...props} />;
}

function EditorForm({ exampleId, payload, onClose, onSaved }: ExampleEditorProps) {
  const { id: datasetId } = useDataset();
  // What is edited is what was there when it was begun, also when the list is read anew meanwhile.
  const [before] = useState(payload);
  const [initial] = useState(() => draftOf(payload));
  const [draft, setDraft] = useState(initial);
  const [note, setNote] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { values, problems = {} } = readDraft(draft);
  const isChanged = PARTS.some((part) => draft[part] !== initial[part]);

  const submit = async () => {
    setWasSent(true);
    setRefusal(undefined);
    if (!values || isBusy) return;
    const changes = changedParts(before, values);
    if (Object.keys(changes).length === 0) {
      onClose();
      return;
    }
    setIsBusy(true);
    const { data, error } = await askExactly(PatchExamplesMutation, {
      input: {
        datasetId,
        patches: [{ exampleId, ...changes }],
        versionDescription: note.trim() || null,
      },
    });
    setIsBusy(false);
    if (!data) {
      setRefusal(describeError(error).detail);
      return;
    }
    notifications.show({ message: 'Saved as a new version' });
    onSaved(newestVersionOf(data.patchDatasetExamples.dataset));
    onClose();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };

  return (
    <form className={classes.form} onSubmit={onSubmit}>
      <div className={classes.scroller}>
        <PayloadFields
          draft={draft}
          problems={wasSent ? problems : {}}
          maxLines={24}
          onChange={setDraft}
          onSubmit={() => void submit()}
        />
      </div>
      <div className={classes.foot}>
        <FormAlert text={refusal} />
        {wasSent && !values ? (
          <FormAlert text="What is marked above is no JSON object yet." />
        ) : null}
        <div className={classes.line}>
          <TextInput
            className={classes.note}
            aria-label="Note for the version"
            placeholder="What was changed, and why"
            autoComplete="off"
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={isBusy}
            disabled={!isChanged}
            rightSection={
              <Kbd size="xs" className={classes.keys}>
                {isMac ? '⌘↵' : 'Ctrl ↵'}
              </Kbd>
            }
          >
            Save version
          </Button>
        </div>
      </div>
      <LeaveQuestion isAsked={isChanged && !isBusy} />
    </form>
  );
}

/** Asks before what was typed is lost by going elsewhere. */
function LeaveQuestion({ isAsked }: { isAsked: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isAsked && current.pathname !== next.pathname,
    enableBeforeUnload: isAsked,
    withResolver: true,
  });
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
    >
      <Text size="sm">What you changed in this example is lost.</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
          Go on editing
        </Button>
        <Button color="red.9" onClick={() => blocker.proceed?.()}>
          Leave
        </Button>
      </Group>
    </Modal>
  );
}
