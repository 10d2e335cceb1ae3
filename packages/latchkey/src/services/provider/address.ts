import type { Endpoint } from '@latchkey/wire/http/endpoint'
import type { ProviderUrls } from '../../core/config/options.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'

/** Where a provider is, and what every call tells about its caller. */
export type Origin = {
  readonly url: string
  /** Roles that live elsewhere. */
  readonly urls: ProviderUrls
  readonly identity: Readonly<Record<string, string>>
}

type Given = Readonly<Record<string, unknown>>

/** The whole address of a call. Fields without a value are left out. */
export function addressOf({ url, urls, identity }: Origin, endpoint: Endpoint, input: object) {
  const base = urls[roleOf(endpoint)] ?? url
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => segment((input as Given)[name]))
  const address = new URL(base.replace(/\/*$/, path))
  const fields = { ...identity, ...pick(endpoint.query, input) }
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined && value !== null && value !== '') {
      address.searchParams.set(name, String(value))
    }
  }
  return address.href
}

export function bodyOf(endpoint: Endpoint, input: object): string | undefined {
  if (endpoint.items) return JSON.stringify((input as Given).items)
  return endpoint.body && JSON.stringify(pick(endpoint.body, input))
}

function roleOf({ path }: Endpoint): keyof ProviderUrls {
  if (path.startsWith('/v1/')) return 'chain'
  return path === '/e' || path === '/batch' ? 'analytics' : 'wallets'
}

/** A value that would walk up the path instead of naming something is nobody's id. */
function segment(value: unknown): string {
  const text = String(value ?? '')
  if (/^\.{0,2}$/.test(text)) throw new ProviderError('refused')
  return encodeURIComponent(text)
}

function pick(fields: Endpoint['query'], input: object): Given {
  const names = Object.keys(fields?.entries ?? {})
  return Object.fromEntries(names.map((name) => [name, (input as Given)[name]]))
}
