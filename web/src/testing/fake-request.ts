import type { FakeServer } from './fake-server.js';

/** Returns a class like `XMLHttpRequest` that sends to a server, without reports of its progress. */
export function createRequestClass(server: FakeServer): typeof XMLHttpRequest {
  class FakeRequest extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    responseText = '';
    private readonly controller = new AbortController();
    private method = 'GET';
    private url = '';

    open(method: string, url: string): void {
      this.method = method;
      this.url = url;
    }

    send(body: FormData | null = null): void {
      const { method, controller } = this;
      void server.fetch(this.url, { method, body, signal: controller.signal }).then(
        async (response) => {
          this.responseText = await response.text();
          this.status = response.status;
          this.dispatchEvent(new Event('load'));
        },
        () => this.dispatchEvent(new Event(controller.signal.aborted ? 'abort' : 'error')),
      );
    }

    abort(): void {
      this.controller.abort();
    }
  }
  return FakeRequest as unknown as typeof XMLHttpRequest;
}
