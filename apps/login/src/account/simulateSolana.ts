import { isRecord } from '@latchkey/wire/json'
import { base58, base64 } from '@scure/base'
import type { ChainCall } from '../api/chains.js'
import { withTimeout } from '../api/timeout.js'
import type { BalanceChange, Simulation, SolanaTransactionRequest } from './action.js'
import { fetchAccounts, parseAccount, type SolanaAccount } from './solanaLookups.js'
import { solanaPrograms } from './solanaPrograms.js'
import { readSolanaTransaction } from './solanaTransaction.js'

export type SolanaNode = {
  readonly rpc: ChainCall
  readonly chainId: string
  /** The visitor's account. */
  readonly account: string
  readonly coin: { readonly symbol: string; readonly decimals: number }
}

type Total = { readonly units: bigint; readonly before: bigint }

const limit = 12_000
/** Offset of `decimals` in a mint's data. */
const decimalsAt = 44
const unavailable: Simulation = { status: 'unavailable' }

/** Simulates every transaction on the current state of the chain. Never rejects. */
export async function simulateSolana(
  node: SolanaNode,
  transactions: readonly SolanaTransactionRequest[],
  signal: AbortSignal,
): Promise<Simulation> {
  return withTimeout(limit, signal, async (bounded) => {
    /** By mint; the empty string is the network's coin. */
    const totals = new Map<string, Total>()
    const counted = new Set<string>()
    let losesControl = false
    for (const transaction of transactions) {
      const states = await simulate(node, transaction, bounded)
      if (!Array.isArray(states)) return states
      for (const state of states) {
        losesControl ||= isControlLost(state, node.account)
        for (const [asset, before, after] of balancesOf(state, node.account)) {
          const total = totals.get(asset) ?? { units: 0n, before: 0n }
          const units = total.units + after - before
          // Transactions share accounts, but each is simulated on the same state.
          const balance = counted.has(state.address) ? 0n : before
          totals.set(asset, { units, before: total.before + balance })
        }
        counted.add(state.address)
      }
    }
    const changed = [...totals].filter(([, { units }]) => units !== 0n)
    const changes = await describe(node, changed, bounded)
    return { status: 'succeeded', changes, losesControl } as const
  }).catch(() => unavailable)
}

type AccountState = {
  readonly address: string
  readonly before: SolanaAccount | undefined
  readonly after: SolanaAccount | undefined
}

async function simulate(
  { rpc, chainId }: SolanaNode,
  { bytes, loaded }: SolanaTransactionRequest,
  signal: AbortSignal,
): Promise<AccountState[] | Simulation> {
  const message = readSolanaTransaction(bytes)?.message
  if (!message) return unavailable
  const { accounts, isWritable, lookups } = message
  const loadedWritable = lookups.reduce((count, { writable }) => count + writable.length, 0)
  const addresses = [
    ...accounts.filter((_, index) => isWritable(index)).map((key) => base58.encode(key)),
    ...loaded.slice(0, loadedWritable),
  ]
  // Without every writable account, the list of changes would be incomplete.
  if (!addresses.every((address) => address !== undefined)) return unavailable
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses },
  }
  const [before, response] = await Promise.all([
    fetchAccounts(rpc, chainId, addresses, signal),
    rpc(chainId, 'simulateTransaction', [base64.encode(bytes), options], signal),
  ])
  const value = isRecord(response) ? response.value : undefined
  if (!isRecord(value) || value.err === undefined) return unavailable
  if (value.err !== null) return { status: 'failed' }
  const after: readonly unknown[] = Array.isArray(value.accounts) ? value.accounts : []
  if (after.length !== addresses.length) return unavailable
  return addresses.map((address, index) => ({
    address,
    before: before[index],
    after: parseAccount(after[index]),
  }))
}

/** The visitor's asset in an account, and its amount before and after. */
function balancesOf(
  { address, before, after }: AccountState,
  account: string,
): readonly (readonly [asset: string, before: bigint, after: bigint])[] {
  const coins = [['', before?.lamports ?? 0n, after?.lamports ?? 0n] as const]
  const balance = (state: SolanaAccount | undefined) => {
    const token = parseTokenAccount(state)
    return token?.owner === account ? token : undefined
  }
  const [one, other] = [balance(before), balance(after)]
  const mint = one?.mint ?? other?.mint
  return [
    ...(address === account ? coins : []),
    ...(mint === undefined ? [] : [[mint, one?.amount ?? 0n, other?.amount ?? 0n] as const]),
  ]
}

function isControlLost({ address, before, after }: AccountState, account: string): boolean {
  if (address === account) return after !== undefined && after.program !== solanaPrograms.system
  const [one, other] = [parseTokenAccount(before), parseTokenAccount(after)]
  if (!other) return false
  if (one?.owner === account && other.owner !== account) return true
  const isOwn = other.owner === account
  const isNewDelegate =
    other.delegated > 0n &&
    (one?.delegate !== other.delegate || other.delegated > (one?.delegated ?? 0n))
  return isOwn && (isNewDelegate || (other.closer !== undefined && one?.closer !== other.closer))
}

type TokenAccount = {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly delegate: string | undefined
  readonly delegated: bigint
  readonly closer: string | undefined
}

const tokenAccountLength = 165

/** Undefined if it is not a token account. */
function parseTokenAccount(account: SolanaAccount | undefined): TokenAccount | undefined {
  if (!account || account.data.length < tokenAccountLength) return undefined
  const { program, data } = account
  if (program !== solanaPrograms.token && program !== solanaPrograms.token2022) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const key = (at: number) => base58.encode(data.subarray(at, at + 32))
  const optionalKey = (at: number) => (view.getUint32(at, true) === 1 ? key(at + 4) : undefined)
  const delegate = optionalKey(72)
  return {
    mint: key(0),
    owner: key(32),
    amount: view.getBigUint64(64, true),
    delegate,
    delegated: delegate === undefined ? 0n : view.getBigUint64(121, true),
    closer: optionalKey(129),
  }
}

async function describe(
  { rpc, chainId, coin }: SolanaNode,
  changed: readonly (readonly [asset: string, total: Total])[],
  signal: AbortSignal,
): Promise<readonly BalanceChange[]> {
  const mints = changed.map(([asset]) => asset).filter((asset) => asset !== '')
  const found = mints.length === 0 ? [] : await fetchAccounts(rpc, chainId, mints, signal)
  return changed.map(([asset, { units, before }]) => {
    if (asset === '') return { token: undefined, ...coin, units, before }
    const decimals = found[mints.indexOf(asset)]?.data[decimalsAt]
    return { token: asset, symbol: undefined, decimals, units, before }
  })
}
