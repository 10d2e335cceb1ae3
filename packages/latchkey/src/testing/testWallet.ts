import { readFileSync } from 'node:fs'
import type { Namespace } from '@latchkey/wire/caip'

/** What the wallet does when it is asked for something that needs a decision. */
export type TestWalletScript =
  | TestWalletBehaviour
  | {
      readonly kind: TestWalletBehaviour
      /** `delay`: approves after so many milliseconds; without it, waits for `settle`. */
      readonly ms?: number
      /** `refuse`: another code than 4001. */
      readonly code?: number
      /** `garbage`: exactly this answer. */
      readonly answer?: unknown
    }

/** `ask` shows a prompt in the page; `twice` answers two times; `crash` throws; `never` does not answer. */
export type TestWalletBehaviour =
  | 'approve'
  | 'refuse'
  | 'delay'
  | 'never'
  | 'twice'
  | 'garbage'
  | 'crash'
  | 'ask'

/** A wallet to put into a page. */
export type TestWalletSettings = {
  /** Names the wallet, in the modal's list too. Default `app.latchkey.sample`. */
  readonly rdns?: string
  readonly name?: string
  readonly icon?: string
  /** The chain families it speaks. Default: eip155 alone. */
  readonly families?: readonly Namespace[]
  /** Which of the development accounts it offers, by index; the first is active. Default `[0]`. */
  readonly accounts?: readonly number[]
  /** The EVM chain it starts on. Default `0x1`. */
  readonly chainId?: string
  /**
   * The nodes it sends transactions to and reads from, by hexadecimal chain id (`0x1`) or CAIP-2 id. It
   * switches to these networks without having to add them. Without one, reading and sending fail with 4901.
   */
  readonly chains?: Readonly<Record<string, string>>
  /** Default `approve`. */
  readonly script?: TestWalletScript
  /** Also stands at `window.ethereum`. Default false. */
  readonly legacy?: boolean
  /** Announces itself (EIP-6963, Wallet Standard). Default true. */
  readonly announce?: boolean
  /** The site was connected before. Default false. */
  readonly authorized?: boolean
  readonly locked?: boolean
}

/** A wallet in the page while a test runs: `window.sampleWallets[rdns]`. */
export type TestWallet = {
  /** Everything it was asked, in order. */
  readonly requests: readonly { readonly method: string }[]
  /** Changes what it does, for everything or for one method. */
  setScript(script: TestWalletScript, method?: string): void
  setAccounts(indexes: readonly number[], family?: Namespace): void
  /** Moves it to a chain, by hexadecimal or CAIP-2 id. */
  setChain(chain: string): void
  lock(): void
  unlock(): void
  /** The visitor removes the site in the wallet. */
  disconnect(family?: Namespace): void
  /** Answers what waits for a decision. */
  settle(decision: 'approve' | 'refuse', id?: number): void
  /** The address of a development account. */
  addressOf(index: number): string
}

/** The window of a page that has test wallets. */
export type TestWalletWindow = { readonly sampleWallets: Readonly<Record<string, TestWallet>> }

/** Beside this module once it is built. */
const walletFile = '../testing/wallet.js'

/**
 * A script that puts wallets with public development keys into a page, for tests in a browser: run it
 * before the page's own scripts. For Node: it reads a file of this package.
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
