import { useParams } from '@tanstack/react-router';
import { TargetChips } from '../../features/annotations/table/target-chips.js';
import type { Target } from '../../features/annotations/judge/write-judgment.js';

interface ProjectChipsProps {
  target: Target;
  onOpen: () => void;
}

/** The annotations of a target, as good or bad as the project of the page judges them. */
export function ProjectChips({ target, onOpen }: ProjectChipsProps) {
  const { projectId } = useParams({ strict: false });
  return <TargetChips target={target} projectId={projectId} onOpen={onOpen} />;
}
