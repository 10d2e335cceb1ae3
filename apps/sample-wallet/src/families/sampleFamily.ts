import type { RequestDescription } from '../requests/describeRequest.js'

export const sampleNamespaces = ['solana', 'bip122', 'polkadot', 'cosmos'] as const
export type SampleNamespace = (typeof sampleNamespaces)[number]

/** A chain family besides eip155: its keys, descriptions and injection. */
export type SampleFamily = {
  readonly namespace: SampleNamespace
  /** Methods a session may use; in-page requests have the same names and shapes. */
  readonly methods: readonly string[]
  /** CAIP-2 ids of the networks it has accounts on, the main one first. */
  readonly chains: readonly string[]
  /** The addresses of an account on a chain, the payment address first. */
  addresses(account: number, chain: string): readonly string[]
  /** Validates a request before prompting. Throws `RpcError`. */
  read(method: string, params: unknown, chain: string): SampleRequest
  /** Puts the wallet into a page the way wallets of this family do. */
  inject(page: Window, pageWallet: PageWallet): void
}

/** A valid request that waits for the user. */
export type SampleRequest = {
  readonly description: RequestDescription
  /** The signing address. */
  readonly signer: string
  /** Reveals only what the connection already shows, so it needs no prompt. */
  readonly needsNoApproval?: boolean
  /** Performs the request with an account's keys. `nodeUrl` is the chain's node, if there is one. */
  perform(account: number, nodeUrl: string | undefined): Promise<unknown>
}

/** The wallet behind an injected object: prompts, remembers connected pages, and signs. */
export type PageWallet = {
  readonly name: string
  readonly icon: string
  readonly rdns: string
  /** Connects the page, with a prompt the first time. Rejects when the user declines. */
  connect(chain: string): Promise<void>
  /** The accounts the page may see, the selected one first; none before `connect`. */
  accounts(): readonly number[]
  /** Prompts, then performs. Rejects with `RpcError`. */
  request(method: string, params: unknown, chain: string): Promise<unknown>
  /** Called when the page disconnects. */
  disconnect(): void
  /** Called when the person selects another account (`accounts`, with their indexes), moves the wallet (`network`, with a CAIP-2 id) or throws the page out (`disconnect`). */
  on(event: 'accounts' | 'network' | 'disconnect', listener: (data: unknown) => void): void
}
