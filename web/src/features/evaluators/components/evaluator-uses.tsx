import { Link } from '@tanstack/react-router';
import { ListTree } from 'lucide-react';
import type { DatasetUse, RuleUse } from '../api/evaluator.js';
import classes from './evaluator-uses.module.css';

interface EvaluatorUsesProps {
  datasets: readonly DatasetUse[];
  rules: readonly RuleUse[];
}

/** Where an evaluator is used, with links to the traces of its evaluations. */
export function EvaluatorUses({ datasets, rules }: EvaluatorUsesProps) {
  if (datasets.length === 0 && rules.length === 0) {
    return (
      <p className={classes.none}>
        Nothing uses it yet. Add it to a dataset to judge its experiments, or choose it in a rule to
        judge live traces.
      </p>
    );
  }
  return (
    <ul className={classes.uses}>
      {datasets.map(({ id, name, dataset, project }) => (
        <li key={id}>
          <span className={classes.kind}>Dataset</span>
          <Link
            to="/datasets/$datasetId/evaluators"
            params={{ datasetId: dataset.id }}
            className={classes.link}
            dir="auto"
          >
            {dataset.name}
          </Link>
          <span className={classes.dimmed}>as</span>
          <Link
            to="/datasets/$datasetId/evaluators/$evaluatorId"
            params={{ datasetId: dataset.id, evaluatorId: id }}
            className={classes.link}
            dir="auto"
          >
            {name}
          </Link>
          <TracesLink project={project} name={name} />
        </li>
      ))}
      {rules.map(({ id, name, isEnabled, project, tracesProject }) => (
        <li key={id}>
          <span className={classes.kind}>Rule</span>
          <Link
            to="/projects/$projectId/evaluation/$ruleId"
            params={{ projectId: project.id, ruleId: id }}
            className={classes.link}
            dir="auto"
          >
            {name}
          </Link>
          <span className={classes.dimmed}>in</span>
          <Link
            to="/projects/$projectId"
            params={{ projectId: project.id }}
            className={classes.link}
            dir="auto"
          >
            {project.name}
          </Link>
          {isEnabled ? null : <span className={classes.dimmed}>disabled</span>}
          <TracesLink project={tracesProject} name={name} />
        </li>
      ))}
    </ul>
  );
}

function TracesLink({ project, name }: { project: { id: string } | null; name: string }) {
  return project ? (
    <Link
      to="/projects/$projectId/traces"
      params={{ projectId: project.id }}
      search={{ timeRangeKey: 'all' }}
      className={classes.traces}
      aria-label={`Traces of ${name}`}
    >
      <ListTree size={14} aria-hidden />
      Traces
    </Link>
  ) : null;
}
