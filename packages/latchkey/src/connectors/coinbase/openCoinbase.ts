import type { ProviderInterface } from '@coinbase/wallet-sdk'
import type { Site, WalletTransport } from '../../core/connection/family.js'
import { PackageMissingError } from '../../core/runtime/errors/connectors.js'
import { toUntrustedImageUrl } from '../../core/wallets/sanitize.js'
import type { CoinbaseOptions } from './index.js'
import { createPopupWatch } from './popupWatch.js'

/** The parts of Node's `Buffer` that the SDK uses. */
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

/** Also called with `new`. */
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
 * Runs SDK code with a global `Buffer`, which it needs for mobile accounts. Browsers have none, and the
 * page must not keep ours.
 */
export function withBuffer<result>(run: () => result): result {
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
/** The default URL of the SDK's popup. */
const usualKeysUrl = 'https://keys.coinbase.com/connect'

const sendingMethods = ['eth_sendTransaction', 'wallet_sendCalls']

const eventNames = {
  accounts: 'accountsChanged',
  network: 'chainChanged',
  disconnect: 'disconnect',
} as const

/** Loads the Coinbase SDK and wraps its EIP-1193 provider. */
export async function openCoinbase(
  { preference = 'all', keysUrl }: CoinbaseOptions,
  { metadata, networks }: Site,
): Promise<WalletTransport> {
  const { createCoinbaseWalletSDK } = await loadSdk()
  const provider: ProviderInterface = createCoinbaseWalletSDK({
    appName: metadata.name,
    appLogoUrl: toUntrustedImageUrl(metadata.icons[0]) ?? null,
    appChainIds: networks.flatMap(({ reference }) => exactNumber(reference) ?? []),
    // Turns telemetry off; older versions ignore the option.
    preference: { options: preference, telemetry: false, ...(keysUrl && { keysUrl }) },
  }).getProvider()
  const watch = createPopupWatch({ walletName, origin: new URL(keysUrl ?? usualKeysUrl).origin })

  return {
    provider,
    // Chain reads go to the site's nodes only, for privacy.
    readsChain: false,
    request: ({ method, params }, signal) =>
      watch.during(
        () =>
          withBuffer(() =>
            provider.request(params === undefined ? { method } : { method, params: params as [] }),
          ),
        { signal, commits: sendingMethods.includes(method) },
      ),
    on(event, listener) {
      provider.on(eventNames[event], listener)
      return () => provider.removeListener(eventNames[event], listener)
    },
    accountType: () => (isSmart(preference) ? 'smartAccount' : 'eoa'),
    /** Deletes the session keys. */
    async close() {
      watch.close()
      // Where the extension is installed, the SDK returns it, and it has no such method.
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

/** The SDK exposes the account kind only in `localStorage`. */
function isSmart(preference: CoinbaseOptions['preference']): boolean {
  if (preference === 'smartWalletOnly') return true
  try {
    return localStorage.getItem('-CBWSDK:SignerConfigurator:SignerType') === 'scw'
  } catch {
    // Storage is blocked.
    return false
  }
}

function exactNumber(reference: string): number | undefined {
  const number = Number.parseInt(reference, 10)
  return Number.isSafeInteger(number) ? number : undefined
}
