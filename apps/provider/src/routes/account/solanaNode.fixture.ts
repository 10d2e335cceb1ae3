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
  /** Finalized, oldest first. */
  readonly transactions: NodeTransaction[]
  /** Methods that the node does not offer. */
  readonly refused: Set<string>
}

export type HeldToken = {
  /** Of the token account. */
  readonly address?: string
  readonly mint: string
  readonly amount: string
  readonly program: string
}

export type NodeTransaction = {
  readonly signature: string
  readonly slot: number
  /** Addresses it names: the payer first. */
  readonly keys: readonly string[]
  /** Lamports each of them gains. */
  readonly gains?: readonly number[]
  /** A token's balance change. */
  readonly token?: { readonly owner: string; readonly mint: string; readonly gain: number }
}

export const mainnet = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const token2022Program = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'

export function useSolanaNode(): SolanaNode {
  const node = {
    accounts: new Map<string, SolanaAccount>(),
    held: new Map<string, readonly HeldToken[]>(),
    largest: new Map<string, readonly { address: string; amount: string }[]>(),
    transactions: [] as NodeTransaction[],
    refused: new Set<string>(),
  }
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await startStandIn()
  })
  beforeEach(() => {
    node.accounts.clear()
    node.held.clear()
    node.largest.clear()
    node.transactions.length = 0
    node.refused.clear()
    standIn.requests.length = 0
    standIn.respond = ({ body: { id, method, params } }) => ({
      body: { jsonrpc: '2.0', id, ...answer(method, params) },
    })
  })
  afterAll(() => standIn.stop())

  // biome-ignore lint/suspicious/noExplicitAny: parameters have every shape.
  function answer(method: string, params: any): object {
    if (node.refused.has(method)) return { error: { code: -32601, message: 'Method not found' } }
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
            .map((held) => ({
              pubkey: held.address ?? held.mint,
              account: viewTokenAccount(params[0], held),
            })),
        )
      case 'getSignaturesForAddress':
        return { result: listSignatures(params[0], params[1]) }
      case 'getSignatureStatuses': {
        const slot = node.transactions.at(-1)?.slot ?? 0
        const known = (one: string) => node.transactions.some(({ signature }) => signature === one)
        const value = params[0].map((one: string) => (known(one) ? { slot: 1 } : null))
        return { result: { context: { slot }, value } }
      }
      case 'getTransaction':
        return { result: viewTransaction(params[0]) }
      case 'getMultipleAccounts':
        return inContext(params[0].map((key: string) => view(key, params[1].encoding)))
      case 'getTokenLargestAccounts':
        return inContext(node.largest.get(params[0]) ?? [])
      default:
        return { error: { code: -32601, message: `Method not found` } }
    }
  }

  function listSignatures(
    of: string,
    {
      limit = 1_000,
      before,
      until,
    }: { readonly limit?: number; readonly before?: string; readonly until?: string },
  ) {
    const newest = [...node.transactions].reverse()
    const start = before === undefined ? 0 : newest.findIndex((one) => one.signature === before) + 1
    const end = newest.findIndex((one) => one.signature === until)
    return newest
      .slice(before !== undefined && start === 0 ? newest.length : start, end < 0 ? undefined : end)
      .filter(({ keys }) => keys.includes(of))
      .slice(0, limit)
      .map(({ signature, slot }) => ({ signature, slot, err: null, blockTime: slot * 10 }))
  }

  function viewTransaction(signature: string) {
    const found = node.transactions.find((one) => one.signature === signature)
    if (!found) return null
    const { slot, keys, gains = [], token } = found
    const balances = (sign: 1 | -1) =>
      token === undefined
        ? []
        : [
            {
              accountIndex: 1,
              owner: token.owner,
              mint: token.mint,
              uiTokenAmount: { amount: String(Math.max(0, sign * token.gain)) },
            },
          ]
    return {
      slot,
      blockTime: slot * 10,
      meta: {
        err: null,
        fee: 0,
        preBalances: keys.map(() => 1_000),
        postBalances: keys.map((_, index) => 1_000 + (gains[index] ?? 0)),
        preTokenBalances: balances(-1),
        postTokenBalances: balances(1),
      },
      transaction: { message: { accountKeys: keys.map((pubkey) => ({ pubkey })) } },
    }
  }

  function viewTokenAccount(owner: string, { mint, amount, program }: HeldToken) {
    const info = { mint, owner, tokenAmount: { amount } }
    return { owner: program, lamports: 1, data: { parsed: { type: 'account', info } } }
  }

  function view(key: string, encoding: string) {
    for (const [owner, tokens] of node.held) {
      const found = tokens.find((one) => one.address === key)
      if (found) return viewTokenAccount(owner, found)
    }
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
