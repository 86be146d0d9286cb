import { AnnotationChips } from '../../../components/annotations/annotation-chips.js';
import { groupAnnotations } from '../../../components/annotations/annotation-value.js';
import { useAnnotationScales } from '../../../components/annotations/use-annotation-scales.js';
import { useValues } from '../judge/use-judgments.js';
import type { Target } from '../judge/write-judgment.js';

interface TargetChipsProps {
  target: Target;
  /** Its scales say which values are good; without it, none are. */
  projectId: string | undefined;
  limit?: number;
  /** Shows all annotations. */
  onOpen: () => void;
}

/** The annotations of a target as chips; nothing without any. */
export function TargetChips({ target, projectId, limit = 4, onOpen }: TargetChipsProps) {
  const { annotations } = useValues(target);
  const scales = useAnnotationScales(projectId);
  if (annotations.length === 0) return null;
  return (
    <AnnotationChips
      groups={groupAnnotations(annotations)}
      scales={scales}
      limit={limit}
      onOpen={onOpen}
    />
  );
}
