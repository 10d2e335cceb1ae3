import { readFileSync } from 'node:fs'
import type { Namespace } from '@latchkey/wire/caip'

/** How the wallet responds to requests that need an approval. */
export type TestWalletScript =
  | TestWalletBehaviour
  | {
      readonly kind: TestWalletBehaviour
      /** `delay`: approves after this many milliseconds; without it, waits for `settle`. */
      readonly ms?: number
      /** `refuse`: an error code other than 4001. */
      readonly code?: number
      /** `garbage`: the response to send. */
      readonly answer?: unknown
    }

/** `ask` shows a prompt in the page; `twice` responds twice; `crash` throws; `never` does not respond. */
export type TestWalletBehaviour =
  | 'approve'
  | 'refuse'
  | 'delay'
  | 'never'
  | 'twice'
  | 'garbage'
  | 'crash'
  | 'ask'

/** Settings of a test wallet. */
export type TestWalletSettings = {
  /** Identifies the wallet; also shown in the modal's list. Default `app.latchkey.sample`. */
  readonly rdns?: string
  readonly name?: string
  readonly icon?: string
  /** The chain families it supports. Default: only `eip155`. */
  readonly families?: readonly Namespace[]
  /** Indexes of its development accounts; the first is active. Default `[0]`. */
  readonly accounts?: readonly number[]
  /** Its first EVM chain. Default `0x1`. */
  readonly chainId?: string
  /**
   * Node URLs for reads and transactions, by hexadecimal chain id (`0x1`) or CAIP-2 id. The wallet
   * knows these networks without adding them. Without a node, reads and sends fail with 4901.
   */
  readonly chains?: Readonly<Record<string, string>>
  /** Default `approve`. */
  readonly script?: TestWalletScript
  /** Also sets `window.ethereum`. Default false. */
  readonly legacy?: boolean
  /** Announces itself (EIP-6963, Wallet Standard). Default true. */
  readonly announce?: boolean
  /** The site is already connected. Default false. */
  readonly authorized?: boolean
  readonly locked?: boolean
}

/** A test wallet in the page: `window.sampleWallets[rdns]`. */
export type TestWallet = {
  /** All requests, in order. */
  readonly requests: readonly { readonly method: string }[]
  /** Changes the behaviour, for all methods or for one. */
  setScript(script: TestWalletScript, method?: string): void
  setAccounts(indexes: readonly number[], family?: Namespace): void
  /** Switches the chain, by hexadecimal or CAIP-2 id. */
  setChain(chain: string): void
  lock(): void
  unlock(): void
  /** Disconnects the site, as if the visitor did it in the wallet. */
  disconnect(family?: Namespace): void
  /** Settles requests that wait for an approval: all of them, or the one with this id. */
  settle(decision: 'approve' | 'refuse', id?: number): void
  /** The address of a development account. */
  addressOf(index: number): string
}

/** The window of a page with test wallets. */
export type TestWalletWindow = { readonly sampleWallets: Readonly<Record<string, TestWallet>> }

/** In the built package, in the same folder as this module. */
const walletFile = '../testing/wallet.js'

/**
 * Returns a script that adds wallets with public development keys to a page, for browser tests. Run
 * it before the page's own scripts. Node only: it reads a file of this package.
 *
 * @example
 * const chains = { '0x1': 'http://127.0.0.1:8545' }
 * await page.addInitScript({ content: testWalletScript({ chains }) })
 */
export function testWalletScript(...wallets: readonly TestWalletSettings[]): string {
  const settings = JSON.stringify(wallets.length > 0 ? wallets : [{}])
  const script = readFileSync(new URL(walletFile, import.meta.url), 'utf8')
  return `window.__sampleWallets = ${settings};\n${script}`
}
