/** One response, without following redirects. */
export interface Visit {
  status: number;
  /** Absolute URL of a redirect. */
  location: string;
  setCookies: string[];
  body: string;
}

/**
 * The parts of a browser that sign-in needs: cookies per host and port, and redirects followed only
 * on request.
 */
export class HttpBrowser {
  /** Cookies by origin and name. */
  readonly cookies = new Map<string, Map<string, string>>();

  async visit(url: string, init: RequestInit = {}): Promise<Visit> {
    const { origin } = new URL(url);
    const jar = this.jarOf(origin);
    const headers = new Headers(init.headers);
    if (jar.size > 0) {
      headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) store(jar, line);
    const location = answer.headers.get('location');
    return {
      status: answer.status,
      location: location === null ? '' : new URL(location, url).href,
      setCookies: answer.headers.getSetCookie(),
      body: await answer.text(),
    };
  }

  /** Follows redirects as long as they stay on `origin`, and returns the first other URL. */
  async followWithin(origin: string, url: string): Promise<string> {
    let next = url;
    for (let hops = 0; next.startsWith(`${origin}/`); hops++) {
      if (hops > 10) throw new Error(`Too many redirects: ${next}`);
      const visit = await this.visit(next);
      if (!visit.location) throw new Error(`${next} answered ${visit.status}: ${visit.body}`);
      next = visit.location;
    }
    return next;
  }

  jarOf(origin: string): Map<string, string> {
    const jar = this.cookies.get(origin) ?? new Map<string, string>();
    this.cookies.set(origin, jar);
    return jar;
  }
}

function store(jar: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(/;\s*/);
  const name = pair.slice(0, pair.indexOf('='));
  const maxAge = attributes.find((attribute) => /^max-age=/i.test(attribute))?.split('=')[1];
  const expires = attributes.find((attribute) => /^expires=/i.test(attribute))?.slice(8);
  const gone =
    maxAge === undefined
      ? expires !== undefined && Date.parse(expires) <= Date.now()
      : Number(maxAge) <= 0;
  if (gone) jar.delete(name);
  else jar.set(name, pair.slice(pair.indexOf('=') + 1));
}
