import { useCallback, useEffect, useRef, useState } from 'react';
import { useAnnotationChanges } from '../../../components/annotations/annotation-changes.js';
import { useChanges } from '../../../lib/data/use-changes.js';
import { type ProjectFrame, ProjectUpdatedQuery } from './project-frame.js';

/** Spans get their cost about a second after they are stored. */
const PRICING_MS = 3_000;

/**
 * Returns a number that grows whenever something has been stored in a project.
 * @param onStored is called at the same time.
 */
export function useProjectVersion(
  { id, hasTraces }: ProjectFrame,
  isLive: boolean,
  onStored: () => void,
): number {
  const [version, setVersion] = useState(0);
  const pricing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onChange = useCallback(() => {
    const bump = () => setVersion((count) => count + 1);
    bump();
    clearTimeout(pricing.current);
    pricing.current = setTimeout(bump, PRICING_MS);
    onStored();
  }, [onStored]);
  useEffect(() => () => clearTimeout(pricing.current), []);
  // A page that waits for its first trace keeps polling even while paused.
  const updated = useChanges(ProjectUpdatedQuery, { id }, isLive || !hasTraces, onChange)?.node;
  // The first trace may arrive before the first poll, which then sees no change.
  const isOutdated =
    !hasTraces && updated && 'id' in updated && Boolean(updated.streamingLastUpdatedAt);
  useEffect(() => {
    if (isOutdated) onStored();
  }, [isOutdated, onStored]);
  useAnnotationChanges(onChange);
  return version;
}
