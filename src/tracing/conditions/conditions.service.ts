import { Injectable } from '@nestjs/common';
import { BadRequestError } from '../../kernel/errors/errors.js';
import {
  type FilterFault,
  FilterSyntaxError,
  quoteFragment,
} from '../../filter-language/filter-syntax-error.js';
import { type Suggestion, suggestName, writeSuggestion } from '../../filter-language/suggestion.js';
import type { TimeRange } from '../../kernel/time/time.js';
import { isStorable } from '../../kernel/validation/storable.js';
import { ConditionsQueries, NEWEST } from './conditions.queries.js';
import type { AnnotatedTarget, NamedAnnotation } from './named-annotation.js';
import { readRowCondition, type RowCondition } from './row-condition.js';
import type { AttributePath } from '../fields/span-attribute.js';
import { readSpanCondition } from './span-condition.js';
import { FIELD_NAMES } from './span-grain.js';
import { listTerms, type VocabularyTerm } from './vocabulary.js';

/** The result of checking a condition. The suggestion may be about a warning. */
export interface ConditionCheck extends FilterFault {
  /** Null if the condition is valid. */
  mistake: string | null;
  /** Likely mistakes in a valid condition. */
  warnings: string[];
}

/** The annotations and attributes that a condition names. */
interface NamesInCondition {
  annotations: readonly NamedAnnotation[];
  /** Paths, which may repeat. */
  attributes?: readonly AttributePath[];
}

/** Checks conditions on the spans, traces and sessions of a project, and lists what they can name. */
@Injectable()
export class ConditionsService {
  constructor(private readonly queries: ConditionsQueries) {}

  /** Checks a condition in the filter language. A blank one is valid. */
  async validate(of: AnnotatedTarget, projectId: number, text: string): Promise<ConditionCheck> {
    try {
      const read: NamesInCondition | null =
        of === 'span' ? readSpanCondition(text) : readRowCondition(of, text);
      const { annotations = [], attributes = [] } = read ?? {};
      const unknown = await this.queries.findUnknownAnnotations(projectId, annotations);
      const warnings = unknown.map(
        ({ of: target, name }) =>
          `No ${target} of this project has an annotation named ${quoteFragment(name)}.`,
      );
      const unseen = await this.warnOfAttributes(projectId, attributes);
      return {
        mistake: null,
        position: null,
        // Of the first warning, which clients show.
        suggestion: warnings.length > 0 ? null : (unseen[0]?.suggestion ?? null),
        warnings: [...warnings, ...unseen.map(({ warning }) => warning)],
      };
    } catch (error) {
      if (!(error instanceof FilterSyntaxError)) throw error;
      return { mistake: error.message, ...error.details, warnings: [] };
    }
  }

  /**
   * Reads a condition on traces or sessions for a list of these; null if it is blank.
   * @throws FilterSyntaxError if it is not a condition.
   */
  readRow(of: 'trace' | 'session', text: string): RowCondition | null {
    return readRowCondition(of, text);
  }

  /**
   * Lists what a condition can name: fixed names, and annotations and attributes in the project.
   * Leaves out attributes if finding them takes too long.
   * @param range when the spans, traces or sessions began.
   */
  async listVocabulary(
    of: AnnotatedTarget,
    projectId: number,
    range: TimeRange,
  ): Promise<VocabularyTerm[]> {
    const targets: AnnotatedTarget[] = of === 'span' ? ['span', 'trace'] : [of];
    const names = await Promise.all(
      targets.map(async (target) =>
        (await this.queries.listAnnotationNames(projectId, target)).map((name) => ({
          of: target,
          name,
        })),
      ),
    );
    return listTerms(of, {
      annotations: names.flat(),
      attributes: await noneIfSlow(this.queries.listAttributes(projectId, of, range)),
    });
  }

  /** Returns a warning for each attribute that new spans do not have; none if that takes too long. */
  private async warnOfAttributes(
    projectId: number,
    attributes: readonly AttributePath[],
  ): Promise<{ warning: string; suggestion: Suggestion | null }[]> {
    const paths = new Map(attributes.map((path) => [JSON.stringify(path), path]));
    const storable = [...paths.values()].filter((path) => path.map(String).every(isStorable));
    const unseen = await noneIfSlow(this.queries.findUnseenAttributes(projectId, storable));
    return unseen.map((path) => {
      const name = path.join('.');
      const suggestion = suggestName(name, FIELD_NAMES);
      const newest = NEWEST.toLocaleString('en-US');
      const end = suggestion ? writeSuggestion(suggestion) : '.';
      const warning = `None of the newest ${newest} spans of this project has the attribute ${quoteFragment(name)}${end}`;
      return { warning, suggestion };
    });
  }
}

async function noneIfSlow<T>(found: Promise<T[]>): Promise<T[]> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof BadRequestError) return [];
    throw error;
  }
}
