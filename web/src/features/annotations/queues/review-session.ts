import type { RequestOptions, TypedDocument } from '../../../lib/data/graphql-request.js';
import type { RequestError } from '../../../lib/data/request-error.js';
import type { Outcome } from '../../../lib/data/use-graphql-mutation.js';
import { describeError, isNotFound } from '../../../lib/errors/server-errors.js';
import * as steps from './api/review-steps.js';
import type { ReviewSearch } from './search.js';

/**
 * How the user stands with the open item: it is being claimed, is claimed or judged by the user, was
 * taken by others before or after the user claimed it, or has been deleted.
 */
export type Standing = 'claiming' | 'held' | 'taken' | 'lost' | 'gone';

/** A claim lasts ten minutes. Any activity after this time renews it. */
const RENEW_AFTER_MS = 120_000;

/** The item that the user has open. */
interface Claim {
  id: string;
  /** When it was last renewed, in milliseconds. */
  since: number;
  /** Whether the user had put the item off before returning to it. */
  wasSkipped: boolean;
}

/** The visible state of a review. */
export interface ReviewState {
  /** The item that was claimed last, and how the user stands with it. */
  known?: { id: string; standing: Standing } | undefined;
  /** Whether the last step found no item. */
  isExhausted: boolean;
  /** Whether a step is on its way. */
  isBusy: boolean;
  /** Whether another item is about to be shown. Until then, keys must not judge the item before. */
  isMoving: boolean;
  /** Why the last step failed. */
  refusal?: string | undefined;
}

/** The functions and facts of the page that a review uses. */
export interface ReviewSurroundings {
  queueId: string;
  viewerId: string | null;
  send: <Data, V>(
    document: TypedDocument<Data, V>,
    variables: V,
    options?: RequestOptions,
  ) => Promise<Outcome<Data>>;
  /** Keeps what a step has returned. */
  store: (step: steps.StepResult) => void;
  /** Changes the URL. `show` is called once it has changed. */
  open: (search: ReviewSearch) => void;
  /** Forgets the keys that wait for the next item. Returns their number. */
  dropKeys: () => number;
}

type StepDocument<V> = TypedDocument<{ step: steps.StepResult }, V>;

/** The way of one person through a queue: claims its items one after another, and lets go of them. */
export class ReviewSession {
  private state: ReviewState = { isExhausted: false, isBusy: false, isMoving: false };
  private readonly listeners = new Set<() => void>();
  private shown: ReviewSearch | undefined;
  private held: Claim | undefined;
  /** The step that opens the first item, while it is on its way. */
  private start: Promise<void> | undefined;
  /** Steps run one after another, so that a claim never overtakes the release before it. */
  private line: Promise<unknown> = Promise.resolve();

  constructor(private readonly page: ReviewSurroundings) {}

  readonly getState = (): ReviewState => this.state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  /** Claims the item in the URL, or the next one if there is none. Lets go of the one before. */
  show(search: ReviewSearch): void {
    const before = this.shown;
    this.shown = search;
    const { item, summary } = search;
    if (before?.item !== item) {
      this.change({ isBusy: false, isMoving: false, refusal: undefined });
      if (before?.item) this.letGo(before.item);
      if (item && this.held?.id !== item) void this.claim(item, 'taken');
    }
    if (item || summary || this.state.isExhausted) return;
    this.start ??= this.takeNext().finally(() => (this.start = undefined));
  }

  /** Ends the review. `show` begins it again. */
  close(): void {
    const item = this.shown?.item;
    this.shown = undefined;
    if (item) this.letGo(item);
    this.page.dropKeys();
  }

  /** Says why something failed. */
  refuse(reason: string): void {
    // They were meant for the items after this one.
    const ignored =
      this.page.dropKeys() > 0 ? ' The keys you pressed since then were ignored.' : '';
    this.change({ refusal: reason + ignored });
  }

  /** Opens another item. */
  goTo(id: string): void {
    this.change({ isMoving: true });
    this.page.open({ item: id });
  }

  takeNext(): Promise<void> {
    return this.go(steps.ClaimNextMutation, { queueId: this.page.queueId });
  }

  skip(id: string): Promise<void> {
    return this.go(steps.SkipMutation, { id, queueId: this.page.queueId });
  }

  /** @param prepare returns what keeps the item from being finished. */
  async finish(id: string, prepare: () => Promise<string | undefined>): Promise<void> {
    this.change({ isBusy: true, refusal: undefined });
    const problem = await prepare();
    if (problem === undefined)
      return this.go(steps.FinishMutation, { id, queueId: this.page.queueId });
    this.change({ isBusy: false });
    this.refuse(problem);
  }

  /** Keeps the open item for longer. Called when the user does anything. */
  renew(): void {
    const { held } = this;
    if (!held || Date.now() - held.since < RENEW_AFTER_MS) return;
    held.since = Date.now();
    void this.claim(held.id, 'lost');
  }

  /** Lets others have the open item, although the page is being closed. */
  abandon(): void {
    if (this.held) void this.giveUp(this.held, { keepalive: true });
  }

  private async claim(id: string, refused: Standing): Promise<void> {
    const before = this.held?.id === id ? this.held : undefined;
    const wasSkipped = before?.wasSkipped ?? (await this.findWasSkipped(id));
    if (this.shown?.item !== id) return;
    const { error } = await this.step(steps.ClaimMutation, { id });
    if (this.shown?.item !== id) {
      // The user has gone on to another item.
      if (!error && !before) this.release({ id, wasSkipped });
    } else if (!error) {
      this.hold(id, wasSkipped);
    } else if (!this.lose(id, error, refused)) {
      this.refuse(describeError(error).detail);
    }
  }

  /** Sends a step and opens the item that it leads to. */
  private async go<V>(document: StepDocument<V>, variables: V): Promise<void> {
    const item = this.shown?.item;
    this.change({ isBusy: true, refusal: undefined });
    const { data, error } = await this.step(document, variables);
    const next = data?.step.annotationQueueItem;
    if (!this.shown) {
      if (next) this.release({ id: next.id, wasSkipped: false });
    } else if (error) {
      this.change({ isBusy: false });
      if (!this.lose(item, error, 'lost')) this.refuse(describeError(error).detail);
    } else {
      this.change({ isExhausted: !next });
      if (next) {
        this.hold(next.id, false);
      } else {
        this.held = undefined;
        this.page.dropKeys();
      }
      if (next?.id === item) {
        this.change({ isBusy: false });
        if (next && !this.shown.summary) this.refuse('No other item is left for you.');
      }
      this.page.open({ item: next?.id });
    }
  }

  private step<V>(document: StepDocument<V>, variables: V) {
    return this.enqueue(async () => {
      const outcome = await this.page.send(document, variables);
      if (outcome.data) this.page.store(outcome.data.step);
      return outcome;
    });
  }

  private async findWasSkipped(id: string): Promise<boolean> {
    const { data } = await this.page.send(steps.ItemQuery, { id });
    if (data?.node.__typename !== 'AnnotationQueueItem') return false;
    return data.node.reviews.some(
      ({ state, user }) => state === 'SKIPPED' && (user?.id ?? null) === this.page.viewerId,
    );
  }

  private hold(id: string, wasSkipped: boolean): void {
    this.held = { id, since: Date.now(), wasSkipped };
    this.change({ known: { id, standing: 'held' } });
  }

  /** Returns whether an error means that the user cannot have the item. */
  private lose(id: string | undefined, error: RequestError, refused: Standing): boolean {
    const isGone = isNotFound(error);
    if (!isGone && error.code !== 'CONFLICT') return false;
    if (this.held?.id === id) this.held = undefined;
    if (id === undefined) return false;
    // Before the keys are pressed.
    this.page.dropKeys();
    this.change({ known: { id, standing: isGone ? 'gone' : refused } });
    return true;
  }

  private letGo(id: string): void {
    const { held } = this;
    if (held?.id !== id) return;
    this.held = undefined;
    this.release(held);
  }

  private release(given: Pick<Claim, 'id' | 'wasSkipped'>): void {
    void this.enqueue(() => this.giveUp(given));
  }

  /** Lets others have an item at once. One that the user had put off stays put off. */
  private giveUp({ id, wasSkipped }: Pick<Claim, 'id' | 'wasSkipped'>, options?: RequestOptions) {
    const document: TypedDocument<unknown, { id: string }> = wasSkipped
      ? steps.PutOffMutation
      : steps.ReleaseMutation;
    return this.page.send(document, { id }, options);
  }

  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const done = this.line.then(work);
    this.line = done.catch(() => undefined);
    return done;
  }

  private change(part: Partial<ReviewState>): void {
    this.state = { ...this.state, ...part };
    for (const listener of this.listeners) listener();
  }
}
