import { Injectable } from '@nestjs/common';
import { BadRequestError, NotFoundError } from '../../common/errors/errors.js';
import { FilterSyntaxError } from '../../common/filter-language/filter-syntax-error.js';
import { readFilter } from '../../common/filter-language/read-filter.js';
import { requireRowId } from '../../common/ids/global-id.js';
import { ExperimentsService } from '../experiments.service.js';
import {
  ExperimentComparisonsQueries,
  type SnapshotExample,
} from './experiment-comparisons.queries.js';
import { type FigureCounts, RunCountsQueries, type ScoreCounts } from './run-counts.queries.js';
import { RunGrain } from './run-grain.js';

/** Experiments that one comparison holds: more do not fit beside each other anywhere. */
const MOST_EXPERIMENTS = 50;

/** Row ids of experiments of one dataset; the first is the base that the others are held against. */
export type ComparedExperiments = readonly [base: number, ...others: number[]];

/** Compares experiments: what they made of the same examples, and which did better. */
@Injectable()
export class ExperimentComparisonsService {
  constructor(
    private readonly experiments: ExperimentsService,
    private readonly queries: ExperimentComparisonsQueries,
    private readonly counts: RunCountsQueries,
  ) {}

  /**
   * The experiments of global ids, the base first.
   * @throws BadRequestError when one is named twice, or when they are not of one dataset;
   * NotFoundError when one does not exist.
   */
  async compared(baseId: string, otherIds: readonly string[]): Promise<ComparedExperiments> {
    const base = requireRowId(baseId, 'Experiment');
    const others = otherIds.map((id) => requireRowId(id, 'Experiment'));
    if (others.includes(base)) {
      throw new BadRequestError('The base experiment cannot be compared with itself');
    }
    if (new Set(others).size < others.length) {
      throw new BadRequestError('The experiments to compare with must be distinct');
    }
    if (others.length >= MOST_EXPERIMENTS) {
      throw new BadRequestError(`At most ${MOST_EXPERIMENTS} experiments can be compared`);
    }
    const rows = await this.experiments.findByIds([base, ...others]);
    const datasets = new Map(rows.map((row) => [row.id, row.datasetId]));
    for (const [index, id] of [base, ...others].entries()) {
      const dataset = datasets.get(id);
      if (dataset === undefined) {
        const globalId = [baseId, ...otherIds][index];
        throw new NotFoundError(`Experiment with ID ${globalId} does not exist`);
      }
      if (dataset !== datasets.get(base)) {
        throw new BadRequestError('The experiments must be of the same dataset');
      }
    }
    return [base, ...others];
  }

  /** The same for experiments in one list, which cannot be empty. */
  comparedInOrder([baseId, ...otherIds]: readonly string[]): Promise<ComparedExperiments> {
    if (baseId !== undefined) return this.compared(baseId, otherIds);
    throw new BadRequestError('At least one experiment is needed');
  }

  /**
   * Examples of the base's snapshot by their ids.
   * @param condition about them and their runs; null or blank: none.
   * @param after row id of the example after which the page begins.
   * @throws FilterSyntaxError for a condition that is none, BadRequestError for one that takes too long.
   */
  async page(
    experiments: ComparedExperiments,
    condition: string | null,
    { after, limit }: { after: number | null; limit: number },
  ): Promise<SnapshotExample[]> {
    const read = readFilter(condition ?? '', new RunGrain(experiments));
    return this.queries.page({ baseId: experiments[0], condition: read, after, limit });
  }

  /** Why a text is no condition for a comparison of these experiments; null when it is one. */
  mistakeIn(condition: string, experiments: ComparedExperiments): string | null {
    try {
      readFilter(condition, new RunGrain(experiments));
      return null;
    } catch (error) {
      if (error instanceof FilterSyntaxError) return error.message;
      throw error;
    }
  }

  /** Counts the base's runs against the best of the others by latency and tokens. */
  figureCounts([base, ...others]: ComparedExperiments): Promise<FigureCounts> {
    return this.counts.byFigures(base, others);
  }

  /** The same by the scores of each evaluation that gave any, by name. */
  scoreCounts([base, ...others]: ComparedExperiments): Promise<ScoreCounts[]> {
    return this.counts.byScores(base, others);
  }
}
