/** Sends JSON to the REST API of a server. */
export class RestClient {
  /** @param key an API key; empty if the server requires none. */
  constructor(
    private readonly endpoint: string,
    private readonly key: string,
  ) {}

  get<T>(path: string): Promise<T> {
    return this.send('GET', path);
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.send('POST', path, body);
  }

  put<T>(path: string, body: object): Promise<T> {
    return this.send('PUT', path, body);
  }

  /** @throws Error with the server's message if it refuses. */
  private async send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.endpoint}/v1/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.key ? { authorization: `Bearer ${this.key}` } : {}),
      },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /v1/${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  }
}
