/** Sends JSON to the REST API of a server, and GraphQL. */
export class RestClient {
  private readonly endpoint: string;
  private readonly key: string;

  /** @param key an API key; empty if the server requires none. */
  constructor(endpoint: string, key: string) {
    this.endpoint = endpoint;
    this.key = key;
  }

  get<T>(path: string): Promise<T> {
    return this.send('GET', `v1/${path}`);
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.send('POST', `v1/${path}`, body);
  }

  put<T>(path: string, body: object): Promise<T> {
    return this.send('PUT', `v1/${path}`, body);
  }

  /** @throws Error with the server's message if the operation fails. */
  async graphql<T>(query: string, variables: object): Promise<T> {
    const { data, errors } = await this.send<{ data: T; errors?: { message: string }[] }>(
      'POST',
      'graphql',
      { query, variables },
    );
    if (errors?.[0]) throw new Error(`GraphQL: ${errors[0].message}`);
    return data;
  }

  /** @throws Error with the server's message if it refuses. */
  private async send<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${this.endpoint}/${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(this.key ? { authorization: `Bearer ${this.key}` } : {}),
      },
      body: body && JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} /${path}: ${response.status} ${text}`);
    return (text ? JSON.parse(text) : null) as T;
  }
}
