import { randomBytes } from 'node:crypto'
import type { ProviderSpec } from '@latchkey/provider/providerSpecs'
import { Hono } from 'hono'
import { addBounded, type LocalProvider, pathOf } from './LocalProvider.js'
import { formPostPage, noticePage, signInPage } from './pageMarkup.js'
import type { LocalPerson } from './people.js'
import { providerQuirks } from './providerQuirks.js'

type SignInRequest = { readonly query: URLSearchParams; readonly until: number }

const requestLifeMs = 600_000
const codeLifeMs = 60_000

/** The provider's pages: the person chooses an identity and is sent back. */
export function signInRoutes(
  { name, dialect, client, codes, tampering }: LocalProvider,
  /** Severs `window.opener`, as some providers do. */
  { cutsOpener }: { readonly cutsOpener: boolean },
): Hono {
  const quirks = providerQuirks[name]
  const requests = new Map<string, SignInRequest>()
  const known = new Set<string>()
  const app = new Hono()

  app.get(pathOf(dialect.authorization), (context) => {
    const query = new URL(context.req.url).searchParams
    const isOurs =
      query.get('client_id') === client.clientId && query.get('redirect_uri') === client.redirectUri
    // Never redirect to an unregistered address.
    if (!isOurs)
      return context.html(noticePage('Unknown client', 'This log-in request is not valid.'), 400)
    const error = problemOf(query, dialect)
    if (error) return goBack(query, new URLSearchParams({ error }))
    const request = randomBytes(16).toString('hex')
    addBounded(requests, request, { query, until: Date.now() + requestLifeMs })
    const audience = new URL(client.redirectUri).host
    if (cutsOpener) context.header('Cross-Origin-Opener-Policy', 'same-origin')
    return context.html(signInPage({ provider: dialect.name, audience, request }))
  })

  app.post(pathOf(dialect.authorization), async (context) => {
    const form = new URLSearchParams(await context.req.text())
    const request = form.get('request') ?? ''
    const requested = requests.get(request)
    if (!requested || requested.until < Date.now()) {
      return context.html(noticePage('Too late', 'Begin again on the site.'), 400)
    }
    requests.delete(request)
    if (form.get('answer') !== 'allow') {
      return goBack(requested.query, new URLSearchParams(quirks.denial))
    }
    const email = (form.get('email') ?? '').slice(0, 254)
    const person: LocalPerson = {
      name: (form.get('name') || (email.split('@')[0] ?? '')).slice(0, 60),
      email,
      isVerified: form.get('verified') === 'yes',
    }
    const code = randomBytes(24).toString('base64url')
    addBounded(codes, code, { person, query: requested.query, until: Date.now() + codeLifeMs })
    const fields = new URLSearchParams({ code, ...quirks.returns?.(dialect.issuer) })
    if (name === 'apple' && !known.has(person.email)) {
      // Sent only at the first log-in.
      known.add(person.email)
      const [firstName = '', ...rest] = person.name.split(' ')
      const name = { firstName, lastName: rest.join(' ') }
      fields.set('user', JSON.stringify({ name, email: person.email }))
    }
    return goBack(requested.query, fields)
  })

  function goBack(query: URLSearchParams, fields: URLSearchParams): Response {
    const state = query.get('state')
    if (state !== null) fields.set('state', state)
    const changed = tampering.callback?.(fields, client.redirectUri) ?? fields
    if (typeof changed === 'string') return Response.redirect(changed, 302)
    if (query.get('response_mode') === 'form_post') {
      const page = formPostPage(client.redirectUri, changed)
      return new Response(String(page), { headers: { 'content-type': 'text/html;charset=utf-8' } })
    }
    const address = new URL(client.redirectUri)
    address.search = String(changed)
    if (quirks.fragment !== undefined) address.hash = quirks.fragment
    return Response.redirect(address.href, 302)
  }

  return app
}

/** The error of an invalid authorization request, in the provider's words. */
function problemOf(query: URLSearchParams, dialect: ProviderSpec): string | undefined {
  if (query.get('response_type') !== 'code') return 'unsupported_response_type'
  const hasChallenge = query.has('code_challenge') && query.get('code_challenge_method') === 'S256'
  if (dialect.hasPkce && !hasChallenge) return 'invalid_request'
  const expected = (query.get('scope') ?? '').split(' ')
  const allowed = dialect.scope.split(' ')
  if (!expected.every((scope) => allowed.includes(scope))) return 'invalid_scope'
  // Apple requires `form_post` for name and email.
  const needsForm = dialect.extra?.response_mode === 'form_post' && expected.length > 1
  return needsForm && query.get('response_mode') !== 'form_post' ? 'invalid_request' : undefined
}
