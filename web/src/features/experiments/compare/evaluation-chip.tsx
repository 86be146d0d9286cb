import { Menu, UnstyledButton } from '@mantine/core';
import { ArrowDown, ArrowUp, Filter, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Direction } from '../../../components/score-labels/score-texts.js';
import { formatScore } from '../../../lib/format/numbers.js';
import type { ComparedRun } from '../api/comparison.js';
import { type ConditionChoice, suggestEvaluationConditions } from './conditions.js';
import classes from './evaluation-chip.module.css';
import { type Standing, compareWithBase } from './runs.js';

interface EvaluationChipProps {
  /** The position of the experiment in the comparison. */
  index: number;
  evaluation: ComparedRun['annotations']['edges'][number]['node'];
  /** The same evaluator’s score for the base experiment’s run. */
  baseScore: number | null | undefined;
  /** Which scores are better. */
  direction: Direction | undefined;
  onFilter: (condition: string) => void;
}

/** An evaluation, compared with that of the base experiment. Clicking it offers filters. */
export function EvaluationChip(props: EvaluationChipProps) {
  const { index, evaluation, baseScore, direction, onFilter } = props;
  const { name, label, score, error } = evaluation;
  const [isMenu, setIsMenu] = useState(false);
  const toBase = index > 0 ? compareWithBase(score, baseScore, direction) : undefined;
  const content = (
    <>
      <span className={classes.name}>{name}</span>
      {label === null ? null : <span className={classes.label}>{label}</span>}
      {score === null ? null : <b className="numeric">{formatScore(score)}</b>}
      {score === null && label === null ? <Failed error={error} /> : null}
      {toBase ? <StandingSign standing={toBase} /> : null}
    </>
  );
  if (score === null && label === null) {
    return (
      <span className={classes.chip} title={error ?? undefined}>
        {content}
      </span>
    );
  }
  // A menu is much more expensive to render than its button, and few of the hundreds in view are
  // ever opened.
  if (!isMenu) {
    return (
      <UnstyledButton
        className={classes.chip}
        data-opens
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setIsMenu(true)}
      >
        {content}
      </UnstyledButton>
    );
  }
  return (
    <Menu defaultOpened position="bottom-start" width="max-content">
      <Menu.Target>
        <UnstyledButton className={classes.chip} data-opens>
          {content}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Choices
          choices={suggestEvaluationConditions({ index, name, score, label })}
          onFilter={onFilter}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

interface ChoicesProps {
  choices: readonly ConditionChoice[];
  onFilter: (condition: string) => void;
}

function Choices({ choices, onFilter }: ChoicesProps) {
  return (
    <>
      <Menu.Label>Show only examples with</Menu.Label>
      {choices.map(({ label, condition }) => (
        <Menu.Item
          key={condition}
          leftSection={<Filter size={13} aria-hidden />}
          onClick={() => onFilter(condition)}
        >
          {label}
        </Menu.Item>
      ))}
    </>
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

/** An arrow that says where a run’s score is, in the color of better or worse. */
function StandingSign({ standing: { side, verdict } }: { standing: Standing }) {
  const Icon = side === 'higher' ? ArrowUp : ArrowDown;
  const words = `${side} than in the base experiment${verdict ? `, ${verdict}` : ''}`;
  return (
    <span className={classes.sign} data-standing={verdict} title={words}>
      <Icon size={13} aria-label={words} />
    </span>
  );
}
