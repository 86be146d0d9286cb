import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { VersionOption } from '../api/versions.js';
import classes from './version-choice.module.css';

interface VersionChoiceProps {
  /** The newest versions, newest first. */
  versions: readonly VersionOption[];
  /** The version that the evaluator uses. */
  currentId: string;
  /** The version that is shown. */
  shownId: string;
  /** The version that it is compared with. */
  comparedId: string | undefined;
}

/** Chooses the version of an evaluator to show, and another one to compare it with. */
export function VersionChoice({ versions, currentId, shownId, comparedId }: VersionChoiceProps) {
  const navigate = useNavigate();
  const show = (search: { version?: string | undefined; compare?: string | undefined }) =>
    void navigate({ to: '.', search: (now) => ({ ...now, ...search }), replace: true });
  if (versions.length < 2) return null;
  return (
    <span className={classes.choices}>
      <NativeSelect
        aria-label="Version"
        value={shownId}
        data={versions.map(({ id, sequenceNumber }) => ({
          value: id,
          label: `Version ${sequenceNumber}${id === currentId ? ' (in use)' : ''}`,
        }))}
        onChange={({ currentTarget: { value } }) =>
          show({
            version: value === currentId ? undefined : value,
            ...(value === comparedId ? { compare: undefined } : {}),
          })
        }
      />
      <NativeSelect
        aria-label="Compare with"
        value={comparedId ?? ''}
        data={[
          { value: '', label: 'Do not compare' },
          ...versions
            .filter(({ id }) => id !== shownId)
            .map(({ id, sequenceNumber }) => ({
              value: id,
              label: `Compare with version ${sequenceNumber}`,
            })),
        ]}
        onChange={({ currentTarget: { value } }) => show({ compare: value || undefined })}
      />
    </span>
  );
}
