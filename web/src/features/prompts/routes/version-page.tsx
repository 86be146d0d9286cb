import { ActionIcon, Button, NativeSelect, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import {
  ArrowLeft,
  ChevronDown,
  ChevronUp,
  Code,
  FileX,
  FlaskRound,
  SquarePen,
} from 'lucide-react';
import { CopyButton } from '../../../components/buttons/copy-button.js';
import { EmptyState } from '../../../components/feedback/empty-state.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { useRowPager } from '../../../components/data-table/row-pager.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import { isNotFound } from '../../../lib/errors/server-errors.js';
import { useViewer } from '../../../lib/viewer/viewer.js';
import { usePromptVersion, type VersionDetail } from '../../../components/prompt-editor/version.js';
import { PromptCodeDialog } from '../../../components/prompt-editor/prompt-code-dialog.js';
import { toVersionInCode, usePrompt, useVersions } from '../components/prompt-context.js';
import { VersionContent } from '../../../components/prompt-version/version-content.js';
import { VersionDiff } from '../../../components/prompt-version/version-diff.js';
import { VersionHead } from '../components/version-head.js';
import { readVersionsSearch } from '../search.js';
import { ContentSkeleton } from './prompt-tab.js';
import classes from './version-page.module.css';

const route = getRouteApi('/prompts/$promptId/versions/$versionId');
const listRoute = getRouteApi('/prompts/$promptId/versions');

/** One version, next to the list of all versions. */
export function VersionPage() {
  const { versionId } = route.useParams();
  return <Version key={versionId} versionId={versionId} />;
}

/** The newest version, if none is selected. */
export function NewestVersionPage() {
  const { newestVersion } = usePrompt();
  return newestVersion === undefined ? (
    <EmptyState icon={FileX} title="This prompt has no versions" />
  ) : (
    <Version key={newestVersion} versionId={newestVersion} />
  );
}

function Version({ versionId }: { versionId: string }) {
  const { compare } = readVersionsSearch(listRoute.useSearch());
  const { version, error, isMissing, reload } = usePromptVersion(versionId);
  if (error ?? isMissing) return <Missing error={error} onRetry={reload} />;
  if (!version) {
    return (
      <div className={classes.page}>
        <ContentSkeleton />
      </div>
    );
  }
  const other = compare === 'previous' ? version.previousVersion?.id : compare;
  return (
    <div className={classes.page}>
      <BackToList />
      <VersionHead version={version} actions={<Actions version={version} compare={compare} />} />
      {other === undefined || other === version.id ? (
        <VersionContent version={version} />
      ) : (
        <Comparison key={other} otherId={other} version={version} />
      )}
    </div>
  );
}

function Comparison({ otherId, version }: { otherId: string; version: VersionDetail }) {
  const { version: other, error, isMissing, reload } = usePromptVersion(otherId);
  if (error ?? isMissing) return <Missing error={error} onRetry={reload} />;
  if (!other) return <ContentSkeleton />;
  return (
    <>
      <p className={classes.compared}>
        Changes in version {version.sequenceNumber} compared with version {other.sequenceNumber}
      </p>
      <VersionDiff before={other} after={version} />
    </>
  );
}

interface ActionsProps {
  version: VersionDetail;
  compare: string | undefined;
}

function Actions({ version, compare }: ActionsProps) {
  const scope = usePrompt();
  const promptId = scope.id;
  const { can } = useViewer();
  const [showsCode, code] = useDisclosure();
  const pager = useRowPager();
  return (
    <>
      <CompareChoice version={version} compare={compare} />
      <CopyButton value={version.id} label="version ID" />
      <Tooltip label="Use in code">
        <ActionIcon
          variant="default"
          size={32}
          aria-label="Use this version in code"
          onClick={code.open}
        >
          <Code size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Button
        variant="default"
        leftSection={<FlaskRound size={15} aria-hidden />}
        renderRoot={(props) => (
          <Link {...props} to="/playground" search={{ promptId, promptVersionId: version.id }} />
        )}
      >
        Try in playground
      </Button>
      {can.write ? (
        <Button
          variant="default"
          leftSection={<SquarePen size={15} aria-hidden />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/prompts/$promptId/edit"
              params={{ promptId }}
              search={{ from: version.id }}
            />
          )}
        >
          Edit as new version
        </Button>
      ) : null}
      <span className={classes.pager}>
        <Tooltip label="Newer version (k)">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Newer version"
            disabled={!pager.previous}
            onClick={pager.previous}
          >
            <ChevronUp size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Older version (j)">
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Older version"
            disabled={!pager.next}
            onClick={pager.next}
          >
            <ChevronDown size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </span>
      <PromptCodeDialog
        version={toVersionInCode(scope, version)}
        opened={showsCode}
        onClose={code.close}
      />
    </>
  );
}

function CompareChoice({ version, compare }: ActionsProps) {
  const rows = useVersions();
  const { id: promptId } = usePrompt();
  const navigate = useNavigate();
  const { previousVersion } = version;
  const others = rows.filter(({ id }) => id !== version.id && id !== previousVersion?.id);
  const isKnown = compare === 'previous' || others.some(({ id }) => id === compare);
  if (!previousVersion && others.length === 0) return null;
  return (
    <NativeSelect
      aria-label="Compare with"
      value={compare ?? ''}
      onChange={({ currentTarget }) =>
        void navigate({
          to: '/prompts/$promptId/versions/$versionId',
          params: { promptId, versionId: version.id },
          search: { compare: currentTarget.value || undefined },
          replace: true,
        })
      }
      data={[
        { value: '', label: 'Do not compare' },
        {
          value: 'previous',
          label: previousVersion
            ? `Compare with the previous version (${previousVersion.sequenceNumber})`
            : 'Compare with the previous version (none)',
        },
        ...others.map(({ id, sequenceNumber }) => ({
          value: id,
          label: `Compare with version ${sequenceNumber}`,
        })),
        ...(compare === undefined || isKnown
          ? []
          : [{ value: compare, label: 'Compare with another version' }]),
      ]}
    />
  );
}

/** On narrow screens, the list is not beside the version. */
function BackToList() {
  const { id } = usePrompt();
  return (
    <Button
      className={classes.back}
      variant="subtle"
      size="compact-sm"
      leftSection={<ArrowLeft size={14} aria-hidden />}
      renderRoot={(props) => (
        <Link {...props} to="/prompts/$promptId/versions" params={{ promptId: id }} />
      )}
    >
      All versions
    </Button>
  );
}

function Missing({ error, onRetry }: { error: RequestError | undefined; onRetry: () => void }) {
  if (error && !isNotFound(error)) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon={FileX} title="Version not found">
      The link is incomplete, or the prompt has been deleted.
    </EmptyState>
  );
}
