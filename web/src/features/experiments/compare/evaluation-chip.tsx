import { Menu, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp, Filter, TriangleAlert } from 'lucide-react';
import { formatScore } from '../../../lib/format.js';
import type { ComparedRun } from '../api/comparison.js';
import { evaluationConditions } from './conditions.js';
import classes from './evaluation-chip.module.css';
import { type Standing, standing } from './runs.js';

interface EvaluationChipProps {
  /** Place of the experiment in the comparison. */
  index: number;
  evaluation: ComparedRun['annotations'][number];
  /** What the same evaluator gave the run of the base. */
  baseScore: number | null | undefined;
  onFilter: (condition: string) => void;
}

/** What an evaluator said of a run, beside the base; pressed, it offers to filter by that. */
export function EvaluationChip({ index, evaluation, baseScore, onFilter }: EvaluationChipProps) {
  const { name, label, score, error } = evaluation;
  const conditions = evaluationConditions({ index, name, score, label });
  const toBase = index > 0 ? standing(score, baseScore) : undefined;
  const content = (
    <>
      <span className={classes.name}>{name}</span>
      {label === null ? null : <span className={classes.label}>{label}</span>}
      {score === null ? null : <b className="numeric">{formatScore(score)}</b>}
      {score === null && label === null ? <Failed error={error} /> : null}
      {toBase ? <StandingSign standing={toBase} /> : null}
    </>
  );
  if (conditions.length === 0) {
    return (
      <span className={classes.chip} title={error ?? undefined}>
        {content}
      </span>
    );
  }
  return (
    <Menu position="bottom-start" width="max-content">
      <Menu.Target>
        <UnstyledButton className={classes.chip} data-opens>
          {content}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Only examples where</Menu.Label>
        {conditions.map(({ label: text, condition }) => (
          <Menu.Item
            key={condition}
            leftSection={<Filter size={13} aria-hidden />}
            onClick={() => onFilter(condition)}
          >
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function Failed({ error }: { error: string | null }) {
  if (error === null) return <span className={classes.label}>none</span>;
  return (
    <span className={classes.failed}>
      <TriangleAlert size={12} aria-hidden /> failed
    </span>
  );
}

const SIGNS: Record<Exclude<Standing, 'same'>, { Icon: typeof ArrowUp; words: string }> = {
  better: { Icon: ArrowUp, words: 'higher than the base' },
  worse: { Icon: ArrowDown, words: 'lower than the base' },
};

/** An arrow where a run was judged otherwise than that of the base. */
export function StandingSign({ standing: toBase }: { standing: Standing }) {
  if (toBase === 'same') return null;
  const { Icon, words } = SIGNS[toBase];
  return (
    <span className={classes.sign} data-standing={toBase} title={words}>
      <Icon size={13} aria-label={words} />
    </span>
  );
}
