import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import { type StandIn, startStandIn } from '../../sources/onramp/drivers/standIn.fixture.js'

export type SolanaAccount = {
  readonly owner: string
  readonly data: Uint8Array
  /** What a node shows with the encoding `jsonParsed`. */
  readonly parsed?: object
}

/** A node of Solana's main network with the accounts of a test. */
export type SolanaNode = {
  readonly settings: ChainSettings
  readonly standIn: StandIn
  readonly accounts: Map<string, SolanaAccount>
  /** Token accounts by owner: mint, amount and the mint's decimals. */
  readonly held: Map<string, readonly HeldToken[]>
  /** The holder's token account of a mint. */
  readonly largest: Map<string, readonly { readonly address: string; readonly amount: string }[]>
}

export type HeldToken = { readonly mint: string; readonly amount: string; readonly program: string }

export const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

export function useSolanaNode(): SolanaNode {
  const node = {
    accounts: new Map<string, SolanaAccount>(),
    held: new Map<string, readonly HeldToken[]>(),
    largest: new Map<string, readonly { address: string; amount: string }[]>(),
  }
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await startStandIn()
  })
  beforeEach(() => {
    node.accounts.clear()
    node.held.clear()
    node.largest.clear()
    standIn.respond = ({ body: { id, method, params } }) => ({
      body: { jsonrpc: '2.0', id, ...answer(method, params) },
    })
  })
  afterAll(() => standIn.stop())

  // biome-ignore lint/suspicious/noExplicitAny: parameters have every shape.
  function answer(method: string, params: any): object {
    const inContext = (value: unknown) => ({ result: { context: { slot: 1 }, value } })
    switch (method) {
      case 'getGenesisHash':
        return { result: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }
      case 'getBalance':
        return inContext(1_000_000_000)
      case 'getTokenAccountsByOwner':
        return inContext(
          (node.held.get(params[0]) ?? [])
            .filter(({ program }) => program === params[1].programId)
            .map(({ mint, amount }) => ({
              pubkey: mint,
              account: { data: { parsed: { info: { mint, tokenAmount: { amount } } } } },
            })),
        )
      case 'getMultipleAccounts':
        return inContext(params[0].map((key: string) => view(key, params[1].encoding)))
      case 'getTokenLargestAccounts':
        return inContext(node.largest.get(params[0]) ?? [])
      default:
        return { error: { code: -32601, message: `Method not found` } }
    }
  }

  function view(key: string, encoding: string) {
    const account = node.accounts.get(key)
    if (!account) return null
    const { owner, data, parsed } = account
    const isParsed = encoding === 'jsonParsed' && parsed !== undefined
    return {
      owner,
      lamports: 1,
      executable: false,
      data: isParsed ? { parsed } : [Buffer.from(data).toString('base64'), 'base64'],
    }
  }

  return {
    ...node,
    get standIn() {
      return standIn
    },
    get settings(): ChainSettings {
      return {
        id: mainnet,
        name: 'Solana',
        isTestnet: false,
        nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
        upstreams: [standIn.url],
        tokens: [],
      }
    },
  }
}
