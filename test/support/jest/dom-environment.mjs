import { installDom } from './dom.mjs';
import WorkerEnvironment from './environment.mjs';

/** For tests of components: adds a window, and removes it for the files that need none. */
export default class DomEnvironment extends WorkerEnvironment {
  async setup() {
    await super.setup();
    this.removeDom = installDom();
  }

  async teardown() {
    this.removeDom?.();
    await super.teardown();
  }
}
