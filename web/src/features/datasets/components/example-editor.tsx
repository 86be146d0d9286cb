import { Button, Group, Kbd, Modal, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useBlocker } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { FormAlert } from '../../../components/forms/form-parts.js';
import { Notice } from '../../../components/feedback/notice.js';
import { useGraphqlMutation } from '../../../lib/data/use-graphql-mutation.js';
import { describeError } from '../../../lib/errors/server-errors.js';
import { isMac } from '../../../lib/browser/mac.js';
import { hasRoundedNumber } from '../rounded-number.js';
import { PatchExamplesMutation } from '../api/example-mutations.js';
import { getNewestVersion } from '../api/newest-version.js';
import { findChangedParts, createDraft, PARTS, type Payload, readDraft } from '../payload-draft.js';
import { useDataset } from './dataset-context.js';
import classes from './example-editor.module.css';
import { PayloadFields } from './payload-fields.js';

interface ExampleEditorProps {
  exampleId: string;
  payload: Payload;
  onClose: () => void;
  onSaved: (newestVersion: string | undefined) => void;
}

/** Edits the content of an example. Saves it as a new version, with a note. */
export function ExampleEditor(props: ExampleEditorProps) {
  const { payload, onClose } = props;
  if (PARTS.some((part) => hasRoundedNumber(payload[part]))) {
    return (
      <div className={classes.refusal}>
        <Notice tone="warning">
          This example contains numbers with more than 15 digits, which this browser cannot read
          exactly. Edit it with a newer browser, or from code.
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
  // Editing starts from the content at that time, even if the list is reloaded later.
  const [before] = useState(payload);
  const [initial] = useState(() => createDraft(payload));
  const [draft, setDraft] = useState(initial);
  const [note, setNote] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { values, problems = {} } = readDraft(draft);
  const [patchExamples] = useGraphqlMutation(PatchExamplesMutation, { exact: true });
  const isChanged = PARTS.some((part) => draft[part] !== initial[part]);

  const submit = async () => {
    setWasSent(true);
    setRefusal(undefined);
    if (!values || isBusy) return;
    const changes = findChangedParts(before, values);
    if (Object.keys(changes).length === 0) {
      onClose();
      return;
    }
    setIsBusy(true);
    const { data, error } = await patchExamples({
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
    onSaved(getNewestVersion(data.patchDatasetExamples.dataset));
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
          <FormAlert text="Correct the JSON errors above before saving." />
        ) : null}
        <div className={classes.line}>
          <TextInput
            className={classes.note}
            aria-label="Version note"
            placeholder="What you changed, and why"
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

/** Asks for confirmation before unsaved input is lost. */
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
      <Text size="sm">Your changes to this example will be lost.</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" data-autofocus onClick={() => blocker.reset?.()}>
          Keep editing
        </Button>
        <Button color="red.9" onClick={() => blocker.proceed?.()}>
          Leave page
        </Button>
      </Group>
    </Modal>
  );
}
