import {
  AccountRole,
  type Address,
  address,
  type Instruction,
  isOffCurveAddress,
} from '@solana/kit'
import type { Transfer, TransferTerms } from '../../core/connection/transfer.js'
import { TransferRefusedError } from '../../core/runtime/errors/transfer.js'
import { InvalidRequestError } from '../../core/runtime/errors/wallet.js'
import { readAddress } from './address.js'
import { type NodeContext, readAccounts, readMinimumBalance } from './nodes.js'
import { systemProgram } from './programs.js'
import {
  associatedAccount,
  associatedProgram,
  isTokenProgram,
  type Mint,
  parseTokenAccount,
  readMint,
  readWithheld,
  type TokenHolding,
  tokenHoldings,
} from './tokens.js'

/** The instructions of a transfer, before fees are set. */
export type TransferPlan = {
  readonly instructions: readonly Instruction[]
  /** An upper bound of compute units (public surface §8.4). */
  readonly maxUnits: number
  readonly terms: TransferTerms
  /** Whether the account holds enough of the token. */
  readonly isCovered: boolean
}

export async function planTransfer(
  context: NodeContext,
  transfer: Transfer,
): Promise<TransferPlan> {
  const { account, recipient, token, units } = transfer
  const fits = readAddress(recipient) && units >= 0n && units < 2n ** 64n
  if (!fits) throw new InvalidRequestError('parameters')
  const to = address(recipient)
  const from = address(account.address)
  return token.address === undefined
    ? planCoins(context, { from, to, units })
    : planTokens(context, { from, to, units, token: { ...token, address: token.address } })
}

type TransferParts = { readonly from: Address; readonly to: Address; readonly units: bigint }

async function planCoins(
  context: NodeContext,
  { from, to, units }: TransferParts,
): Promise<TransferPlan> {
  await checkRecipient(context, to)
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, units, true)
  const accounts = [signing(from), writable(to)]
  const transfer: Instruction = { programAddress: systemProgram, accounts, data }
  const terms = { deposit: 0n, withheld: 0n }
  return { instructions: [transfer], maxUnits: 500, terms, isCovered: true }
}

async function planTokens(
  context: NodeContext,
  {
    from,
    to,
    units,
    token,
  }: TransferParts & { readonly token: { address: string; decimals: number } },
): Promise<TransferPlan> {
  const [mint] = await Promise.all([readMint(context, token.address), checkRecipient(context, to)])
  // The amount was chosen with other decimals than the chain has.
  if (mint.decimals !== token.decimals) throw new InvalidRequestError('parameters')
  const [source, target, holdings] = await Promise.all([
    associatedAccount(from, mint),
    associatedAccount(to, mint),
    tokenHoldings(context, from, mint),
  ])
  const [receiving] = await readAccounts(context, [target])
  const existing = receiving && parseTokenAccount(receiving)
  // The owner of an associated account can change; then it is no longer the recipient's.
  if (receiving && existing?.owner !== to) throw new TransferRefusedError()
  const parts = selectSources(holdings, { units, source })
  const amounts = parts.map(({ amount }) => amount)
  const [deposit, withheld] = await Promise.all([
    existing ? 0n : readMinimumBalance({ ...context, size: mint.accountSize }),
    mint.transferFee ? readWithheld(context, mint.transferFee, amounts) : 0n,
  ])
  const transferInstructions = parts.map((part) =>
    createTransferInstruction(mint, part, { from, target }),
  )
  // Idempotent: does nothing if the account exists by then.
  const open: Instruction = {
    programAddress: associatedProgram,
    accounts: [
      signing(from),
      writable(target),
      reading(to),
      reading(mint.address),
      reading(systemProgram),
      reading(mint.program),
    ],
    data: Uint8Array.of(1),
  }
  return {
    instructions: existing ? transferInstructions : [open, ...transferInstructions],
    maxUnits: (existing ? 200_000 : 300_000) + parts.length * 100_000,
    terms: { deposit, withheld },
    isCovered: amounts.reduce((sum, amount) => sum + amount, 0n) === units,
  }
}

/** The associated account if it holds enough, otherwise the largest accounts first. */
function selectSources(
  holdings: readonly TokenHolding[],
  { units, source }: { readonly units: bigint; readonly source: Address },
): readonly TokenHolding[] {
  const usual = holdings.find(({ address: one }) => one === source)
  const first = usual && usual.amount >= units ? [usual] : holdings
  const parts: TokenHolding[] = []
  let left = units
  for (const { address: one, amount } of first) {
    if (left === 0n) break
    const part = amount < left ? amount : left
    parts.push({ address: one, amount: part })
    left -= part
  }
  return parts.length > 0 ? parts : [{ address: source, amount: 0n }]
}

function createTransferInstruction(
  mint: Mint,
  { address: source, amount }: TokenHolding,
  { from, target }: { readonly from: Address; readonly target: Address },
): Instruction {
  const data = new Uint8Array(10)
  const view = new DataView(data.buffer)
  view.setUint8(0, 12)
  view.setBigUint64(1, amount, true)
  view.setUint8(9, mint.decimals)
  return {
    programAddress: mint.program,
    accounts: [writable(source), reading(mint.address), writable(target), signing(from, false)],
    data,
  }
}

/**
 * Throws for addresses that cannot be spent from: programs, token accounts, mints, and unused addresses
 * without a key.
 */
async function checkRecipient(context: NodeContext, to: Address): Promise<void> {
  const [account] = await readAccounts(context, [to])
  const isUnspendable = account
    ? account.owner !== systemProgram && isProgramOwned(account.owner)
    : isOffCurveAddress(to)
  if (isUnspendable) throw new TransferRefusedError()
}

const loaders: readonly string[] = [
  'NativeLoader1111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
]

function isProgramOwned(owner: string): boolean {
  return isTokenProgram(owner) || loaders.includes(owner)
}

const writable = (one: Address) => ({ address: one, role: AccountRole.WRITABLE })
const reading = (one: Address) => ({ address: one, role: AccountRole.READONLY })
const signing = (one: Address, pays = true) => ({
  address: one,
  role: pays ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER,
})
