import { PromptCodeDialog } from '../../../components/prompt-editor/prompt-code-dialog.js';
import { usePromptVersion } from '../../../components/prompt-editor/version.js';

/** Code that fetches the saved version of a variant. */
export function VersionCodeDialog({
  versionId,
  onClose,
}: {
  versionId: string;
  onClose: () => void;
}) {
  const { version } = usePromptVersion(versionId);
  if (!version) return null;
  const { id, sequenceNumber, tags, isLatest } = version;
  const tagNames = tags.map(({ name }) => name);
  return (
    <PromptCodeDialog
      version={{ id, sequenceNumber, tagNames, isLatest }}
      opened
      onClose={onClose}
    />
  );
}
