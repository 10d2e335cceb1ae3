/** A page without rendering. */
export type TestPage = {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The data of the page's script. */
  // biome-ignore lint/suspicious/noExplicitAny: pages have data of every shape.
  readonly data: any
}

/** A browser with cookies, redirects and forms. */
export type TestBrowser = {
  open(url: string): Promise<TestPage>
  /** Requests once, without following redirects. */
  step(url: string): Promise<Response>
  send(url: string, fields: Readonly<Record<string, string>> | URLSearchParams): Promise<TestPage>
  /** Submits the form with this button, including its hidden fields. */
  submit(page: TestPage, button: RegExp): Promise<TestPage>
}

const maxRedirects = 10

export function createTestBrowser(): TestBrowser {
  const jars = new Map<string, Map<string, string>>()

  /** Cookies are per host, for all its ports. */
  async function step(url: string, body?: URLSearchParams): Promise<Response> {
    const { hostname } = new URL(url)
    const jar = jars.get(hostname) ?? new Map<string, string>()
    jars.set(hostname, jar)
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: cookie === '' ? {} : { cookie },
      ...(body && { method: 'POST', body }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', ...value] = (line.split(';')[0] ?? '').split('=')
      jar.set(name, value.join('='))
    }
    return response
  }

  async function visit(url: string, body?: URLSearchParams): Promise<TestPage> {
    let [at, response] = [url, await step(url, body)]
    for (let count = 0; count < maxRedirects; count += 1) {
      const location = response.headers.get('location')
      if (location === null) break
      at = new URL(location, at).href
      // Sites of tests have no server; only their address matters.
      if (new URL(at).hostname.endsWith('.localhost')) return emptyPage(at)
      response = await step(at)
    }
    const text = await response.text()
    const form = /<form method="post" action="([^"]+)">/.exec(text)
    const isPosted = form?.[1] !== undefined && text.includes('document.forms[0].submit()')
    if (isPosted) return visit(unescaped(form[1] ?? ''), hiddenIn(text))
    const { status, headers } = response
    return { url: at, status, headers, text, data: dataIn(text) }
  }

  return {
    open: (url) => visit(url),
    step: (url) => step(url),
    send: (url, fields) => visit(url, new URLSearchParams(fields)),
    submit(page, button) {
      const forms = page.text.match(/<form[\s\S]*?<\/form>/g) ?? []
      const form = forms.find((one) => button.test(one))
      if (!form) throw new Error(`There is no ${button} on the page ${page.url}.`)
      const fields = hiddenIn(form)
      const named = /<button[^>]*name="answer" value="([^"]+)"[^>]*>(?:(?!<\/button>)[\s\S])*/g
      const pressed = [...form.matchAll(named)].find(([text]) => button.test(text))
      fields.set('answer', pressed?.[1] ?? '')
      return visit(page.url, fields)
    },
  }
}

function emptyPage(url: string): TestPage {
  return { url, status: 200, headers: new Headers(), text: '', data: undefined }
}

function hiddenIn(text: string): URLSearchParams {
  const inputs = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)
  const fields = new URLSearchParams()
  for (const [, name = '', value = ''] of inputs) fields.append(name, unescaped(value))
  return fields
}

function dataIn(text: string): unknown {
  const found = /<script id="data"[^>]*>([^<]*)</.exec(text)?.[1]
  return found === undefined ? undefined : JSON.parse(found)
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
