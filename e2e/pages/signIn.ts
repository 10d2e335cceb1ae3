import { createLatchkey, type NetworkInput } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import * as exported from 'latchkey/networks'
import { type SafeOptions, safe } from 'latchkey/safe'
import { backendSessions, createMessenger, createSiwx } from 'latchkey/siwx'
import { solana } from 'latchkey/solana'
import { siteOptions } from './site.js'

/** A test's settings for sign-in. */
export type SignInSettings = {
  /** Default true. */
  readonly required?: boolean
  readonly statement?: string
  readonly resources?: readonly string[]
  /** Milliseconds until a session expires. */
  readonly expiration?: number
  /** Fetches each nonce from here. */
  readonly nonceUrl?: string
  /** The site's server keeps the sessions. */
  readonly backendUrl?: string
  /** The site is an app in a Safe. */
  readonly safe?: SafeOptions
}

declare global {
  interface Window {
    __signIn?: SignInSettings
  }
}

const { required, nonceUrl, backendUrl, safe: safeOptions, ...message } = window.__signIn ?? {}
const { defineNetwork: _, ...networks } = exported

const messenger = createMessenger({
  ...message,
  ...(nonceUrl !== undefined && {
    getNonce: async () => (await fetch(nonceUrl)).text(),
  }),
})

/** A site that asks visitors to sign in. */
window.latchkey = createLatchkey({
  ...siteOptions({
    networks: networks as Record<string, NetworkInput>,
    families: [eip155(), solana()],
  }),
  siwx: createSiwx({
    messenger,
    required,
    storage: backendUrl === undefined ? undefined : backendSessions({ url: backendUrl }),
  }),
  ...(safeOptions && { connectors: [safe(safeOptions)] }),
})
