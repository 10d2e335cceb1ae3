import type { KeyType } from '@latchkey/wire/rpc/polkadot'
import { createSiteEvents, type SiteEvents } from '../shared/siteEvents.js'

/** An account with its address on the active network. */
export type PolkadotAccount = {
  readonly address: string
  readonly type?: KeyType | undefined
  readonly name?: string | undefined
}

/** The result of a signature, as in polkadot.js. */
export type PolkadotSignature = {
  /** Increases with every signature of this connection. */
  readonly id: number
  readonly signature: `0x${string}`
  /** The whole transaction, when the site lets the wallet change it (`withSignedTransaction`). */
  readonly signedTransaction?: `0x${string}` | undefined
}

/** A message to sign: `data` is text, or bytes in hex. */
export type RawMessage = {
  readonly address: string
  readonly data: string
  readonly type?: 'bytes' | 'payload' | undefined
}

/** Events of a `PolkadotProvider`. */
export type PolkadotEvents = {
  accountsChanged: readonly PolkadotAccount[]
  /** The id of the network, such as `polkadot:91b171bb158e2d3848fa23a9f1c25182`. */
  networkChanged: string
  disconnect: undefined
}

/**
 * The provider a site gets. It has the shape of an enabled `injectedWeb3` wallet, so its `signer` works
 * with polkadot.js (`api.setSigner(provider.signer)`). It belongs to one connection.
 */
export type PolkadotProvider = SiteEvents<PolkadotEvents> & {
  readonly accounts: {
    /** The active account first. */
    get(): Promise<readonly PolkadotAccount[]>
    /** Calls the listener at once and after every change. Returns a function that stops it. */
    subscribe(listener: (accounts: readonly PolkadotAccount[]) => void): () => void
  }
  readonly signer: {
    /** Signs a message, which wallets wrap in `<Bytes>`. Transaction payloads are rejected. */
    signRaw(raw: RawMessage): Promise<PolkadotSignature>
    /** Signs a polkadot.js transaction payload of the active account on the active network. */
    signPayload(payload: object): Promise<PolkadotSignature>
  }
}

export function createProvider({
  accounts,
  signRaw,
  signPayload,
}: {
  accounts(): readonly PolkadotAccount[]
  signRaw(raw: RawMessage): Promise<Omit<PolkadotSignature, 'id'>>
  signPayload(payload: unknown): Promise<Omit<PolkadotSignature, 'id'>>
}): {
  readonly provider: PolkadotProvider
  readonly emit: ReturnType<typeof createSiteEvents<PolkadotEvents>>['emit']
} {
  const { on, off, emit } = createSiteEvents<PolkadotEvents>()
  let count = 0
  const numbered = async (signing: Promise<Omit<PolkadotSignature, 'id'>>) => {
    const signed = await signing
    count += 1
    return { id: count, ...signed }
  }
  return {
    emit,
    provider: {
      on,
      off,
      accounts: {
        get: async () => accounts(),
        subscribe(listener) {
          on('accountsChanged', listener)
          listener(accounts())
          return () => off('accountsChanged', listener)
        },
      },
      signer: {
        signRaw: (raw) => numbered(signRaw(raw)),
        signPayload: (payload) => numbered(signPayload(payload)),
      },
    },
  }
}
