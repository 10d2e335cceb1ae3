import { base64 } from '@scure/base'
import type { PageWallet } from '../families/sampleFamily.js'
import { type BitcoinKey, type BitcoinKeys, bitcoinMainnet } from './keys.js'

export const toBase64 = (bytes: Uint8Array): string => base64.encode(Uint8Array.from(bytes))
export const fromBase64 = (text: string): Uint8Array => base64.decode(text)

/** Shared by all injected Bitcoin APIs: the network, and the keys the page may see. */
export type BitcoinPage = {
  chain(): string
  move(chain: string): void
  connect(): Promise<void>
  /** Payment and ordinals keys of every visible account. */
  visible(): readonly BitcoinKey[]
  request(method: string, params: unknown): Promise<unknown>
  onChange(listener: () => void): void
}

export function createBitcoinPage(pageWallet: PageWallet, keys: BitcoinKeys): BitcoinPage {
  const listeners: (() => void)[] = []
  let chain: string = bitcoinMainnet
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const move = (next: string) => {
    chain = next
    notify()
  }
  pageWallet.on('accounts', notify)
  pageWallet.on('disconnect', notify)
  pageWallet.on('network', (next) => {
    if (typeof next === 'string' && next.startsWith('bip122:')) move(next)
  })
  return {
    chain: () => chain,
    move,
    connect: () => pageWallet.connect(chain),
    visible: () => pageWallet.accounts().flatMap((account) => keys(account, chain)),
    request: (method, params) => pageWallet.request(method, params, chain),
    onChange: (listener) => void listeners.push(listener),
  }
}
