import type { InWords } from '../requests/inWords.js'

export const sampleNamespaces = ['solana', 'bip122', 'polkadot', 'cosmos'] as const
export type SampleNamespace = (typeof sampleNamespaces)[number]

/** One chain family besides eip155 as this wallet speaks it: its keys, its words, its way into a page. */
export type SampleFamily = {
  readonly namespace: SampleNamespace
  /** What a session may ask for; in-page requests take the same names and shapes. */
  readonly methods: readonly string[]
  /** CAIP-2 ids of the networks it has accounts on, the main one first. */
  readonly chains: readonly string[]
  /** The addresses of an account on a chain; the one that receives payments first. */
  addresses(account: number, chain: string): readonly string[]
  /** Checks a request before anybody is asked. Throws `RpcError` for what makes no sense. */
  read(method: string, params: unknown, chain: string): SampleRequest
  /** Puts the wallet into a page the way wallets of this family do. */
  inject(page: Window, desk: InPageDesk): void
}

/** A request that was understood, and waits for its person. */
export type SampleRequest = {
  readonly words: InWords
  /** The address it is to be signed with. */
  readonly signer: string
  /** Tells only what the connection shows anyway, so nobody is asked. */
  readonly unasked?: boolean
  /** Does it with an account's keys. `nodeUrl` is the chain's node, where the wallet has one. */
  perform(account: number, nodeUrl: string | undefined): Promise<unknown>
}

/** The wallet behind an in-page object: decides, remembers who was let in, and signs. */
export type InPageDesk = {
  readonly name: string
  readonly icon: string
  readonly rdns: string
  /** Lets the page in, asking unless it was before. Rejects with a refusal. */
  connect(chain: string): Promise<void>
  /** The accounts the page may see, the selected one first; none before `connect`. */
  accounts(): readonly number[]
  /** Asks for a decision, then performs. Rejects with `RpcError`. */
  request(method: string, params: unknown, chain: string): Promise<unknown>
  /** The page says goodbye. */
  disconnect(): void
  /** Told when the person selects another account (`accounts`, with their indexes), moves the wallet (`network`, with a CAIP-2 id) or throws the page out (`disconnect`). */
  on(event: 'accounts' | 'network' | 'disconnect', listener: (data: unknown) => void): void
}
