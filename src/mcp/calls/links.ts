/** Builds the addresses of pages in the web UI. */
export class Links {
  /** @param root public URL of the server, without a trailing slash. */
  constructor(private readonly root: string) {}

  project(id: string): string {
    return this.to('projects', id);
  }

  trace(projectId: string, traceId: string): string {
    return this.to('projects', projectId, 'traces', traceId);
  }

  span(projectId: string, traceId: string, id: string): string {
    return `${this.trace(projectId, traceId)}?selectedSpanNodeId=${encodeURIComponent(id)}`;
  }

  session(projectId: string, id: string): string {
    return this.to('projects', projectId, 'sessions', id);
  }

  metrics(projectId: string): string {
    return this.to('projects', projectId, 'metrics');
  }

  dataset(id: string): string {
    return this.to('datasets', id, 'examples');
  }

  example(datasetId: string, id: string): string {
    return this.to('datasets', datasetId, 'examples', id);
  }

  experiment(datasetId: string, id: string): string {
    return this.to('datasets', datasetId, 'experiments', id);
  }

  comparison(datasetId: string, experimentIds: readonly string[]): string {
    const query = experimentIds.map((id) => `experimentId=${encodeURIComponent(id)}`).join('&');
    return `${this.to('datasets', datasetId, 'compare')}?${query}`;
  }

  /** @param baseId sender's ID of the first trace; `otherId` of the second. */
  traceComparison(baseId: string, otherId: string): string {
    const query = new URLSearchParams({ base: baseId, other: otherId }).toString();
    return `${this.to('compare-traces')}?${query}`;
  }

  prompt(id: string): string {
    return this.to('prompts', id);
  }

  private to(...parts: string[]): string {
    return [this.root, ...parts.map((part) => encodeURIComponent(part))].join('/');
  }
}
