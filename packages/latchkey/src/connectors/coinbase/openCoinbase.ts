import type { ProviderInterface } from '@coinbase/wallet-sdk'
import type { Site, WalletTransport } from '../../core/connection/family.js'
import { PackageMissingError } from '../../core/runtime/errors/connectors.js'
import { toUntrustedImageUrl } from '../../core/wallets/sanitize.js'
import type { CoinbaseOptions } from './index.js'
import { createPopupWatch } from './popupWatch.js'

/** As many of the ways of Node's `Buffer` as the SDK takes for granted. */
class Bytes extends Uint8Array {
  override toString(encoding?: string): string {
    if (encoding !== 'hex') return super.toString()
    return Array.from(this, (byte) => byte.toString(16).padStart(2, '0')).join('')
  }

  copy(target: Uint8Array, start = 0): void {
    target.set(this, start)
  }
}

function from(given: string | ArrayLike<number>, encoding?: string): Bytes {
  if (typeof given !== 'string') return new Bytes(given)
  if (encoding !== 'hex') return new Bytes(new TextEncoder().encode(given))
  return new Bytes((given.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
}

function concat(parts: readonly Uint8Array[]): Bytes {
  const whole = new Bytes(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const alloc = (size: number) => new Bytes(size)

/** Called with `new`, too, which gives what it returns. */
function BufferLike(given: string | ArrayLike<number>, encoding?: string): Bytes {
  return from(given, encoding)
}

export const bufferLike = Object.assign(BufferLike, {
  from,
  concat,
  alloc,
  allocUnsafe: alloc,
  isBuffer: (value: unknown) => value instanceof Bytes,
})

/**
 * Runs what of the SDK looks for a global `Buffer` before it waits for anything: without one no account
 * on a phone could sign. Browsers have none, and the page is not to be left with ours.
 */
export function lendBuffer<result>(run: () => result): result {
  if (globalThis.Buffer) return run()
  Object.assign(globalThis, { Buffer: bufferLike })
  try {
    return run()
  } finally {
    Reflect.deleteProperty(globalThis, 'Buffer')
  }
}

const walletName = 'Coinbase Wallet'
const packageName = '@coinbase/wallet-sdk'
/** Where the SDK's windows come from unless the site says otherwise. */
const usualKeysUrl = 'https://keys.coinbase.com/connect'

const sendingMethods = ['eth_sendTransaction', 'wallet_sendCalls']

const eventNames = {
  accounts: 'accountsChanged',
  network: 'chainChanged',
  disconnect: 'disconnect',
} as const

/** Opens the way to Coinbase Wallet: fetches its SDK and wraps the EIP-1193 object that it gives. */
export async function openCoinbase(
  { preference = 'all', keysUrl }: CoinbaseOptions,
  { metadata, networks }: Site,
): Promise<WalletTransport> {
  const { createCoinbaseWalletSDK } = await loadSdk()
  const provider: ProviderInterface = createCoinbaseWalletSDK({
    appName: metadata.name,
    appLogoUrl: toUntrustedImageUrl(metadata.icons[0]) ?? null,
    appChainIds: networks.flatMap(({ reference }) => exactNumber(reference) ?? []),
    // Versions that would measure the visitor are told not to; the others do not know the word.
    preference: { options: preference, telemetry: false, ...(keysUrl && { keysUrl }) },
  }).getProvider()
  const watch = createPopupWatch({ walletName, origin: new URL(keysUrl ?? usualKeysUrl).origin })

  return {
    provider,
    // What the visitor looks at is nobody's business but the site's own nodes'.
    readsChain: false,
    request: ({ method, params }, signal) =>
      watch.during(
        () =>
          lendBuffer(() =>
            provider.request(params === undefined ? { method } : { method, params: params as [] }),
          ),
        { signal, commits: sendingMethods.includes(method) },
      ),
    on(event, listener) {
      provider.on(eventNames[event], listener)
      return () => provider.removeListener(eventNames[event], listener)
    },
    accountType: () => (isSmart(preference) ? 'smartAccount' : 'eoa'),
    /** Forgets the keys of the session, so that nothing can be asked any more. */
    async close() {
      watch.close()
      // The extension, which the SDK hands out where it is installed, has no such method.
      await (provider as Partial<ProviderInterface>).disconnect?.()
    },
  }
}

async function loadSdk() {
  try {
    return await import('@coinbase/wallet-sdk')
  } catch (cause) {
    throw new PackageMissingError(walletName, packageName, { cause })
  }
}

/** The SDK writes down which kind the visitor chose, and has no other way to tell. */
function isSmart(preference: CoinbaseOptions['preference']): boolean {
  if (preference === 'smartWalletOnly') return true
  try {
    return localStorage.getItem('-CBWSDK:SignerConfigurator:SignerType') === 'scw'
  } catch {
    // A browser that lets nobody store anything.
    return false
  }
}

function exactNumber(reference: string): number | undefined {
  const number = Number.parseInt(reference, 10)
  return Number.isSafeInteger(number) ? number : undefined
}
