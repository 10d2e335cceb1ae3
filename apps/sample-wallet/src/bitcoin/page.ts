import { base64 } from '@scure/base'
import type { InPageDesk } from '../families/sampleFamily.js'
import { type BitcoinKey, type BitcoinKeys, bitcoinMainnet } from './keys.js'

export const toBase64 = (bytes: Uint8Array): string => base64.encode(Uint8Array.from(bytes))
export const fromBase64 = (text: string): Uint8Array => base64.decode(text)

/** What every way into a page needs: a network of its own, and the keys the page may see there. */
export type BitcoinPage = {
  chain(): string
  move(chain: string): void
  connect(): Promise<void>
  /** Those of every visible account, for payments and ordinals. */
  visible(): readonly BitcoinKey[]
  request(method: string, params: unknown): Promise<unknown>
  onChange(listener: () => void): void
}

export function createBitcoinPage(desk: InPageDesk, keys: BitcoinKeys): BitcoinPage {
  const listeners: (() => void)[] = []
  let chain: string = bitcoinMainnet
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const move = (next: string) => {
    chain = next
    tell()
  }
  desk.on('accounts', tell)
  desk.on('disconnect', tell)
  desk.on('network', (next) => {
    if (typeof next === 'string' && next.startsWith('bip122:')) move(next)
  })
  return {
    chain: () => chain,
    move,
    connect: () => desk.connect(chain),
    visible: () => desk.accounts().flatMap((account) => keys(account, chain)),
    request: (method, params) => desk.request(method, params, chain),
    onChange: (listener) => void listeners.push(listener),
  }
}
