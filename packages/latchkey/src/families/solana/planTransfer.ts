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

const systemProgram = address('11111111111111111111111111111111')

/** What moves the coins or tokens, before it is priced. */
export type TransferPlan = {
  readonly instructions: readonly Instruction[]
  /** Compute units that are enough in any case (public surface §8.4). */
  readonly maxUnits: number
  readonly terms: TransferTerms
  /** Whether the account has what is to be moved, as far as tokens go. */
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

async function planCoins(context: NodeContext, { from, to, units }: TransferParts): Promise<TransferPlan> {
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
  { from, to, units, token }: TransferParts & { readonly token: { address: string; decimals: number } },
): Promise<TransferPlan> {
  const [mint] = await Promise.all([readMint(context, token.address), checkRecipient(context, to)])
  // Whoever chose the amount counted in other units than the chain does.
  if (mint.decimals !== token.decimals) throw new InvalidRequestError('parameters')
  const [source, target, holdings] = await Promise.all([
    associatedAccount(from, mint),
    associatedAccount(to, mint),
    tokenHoldings(context, from, mint),
  ])
  const [receiving] = await readAccounts(context, [target])
  const theirs = receiving && parseTokenAccount(receiving)
  // An associated account can be given away; what arrives there is no longer the recipient's.
  if (receiving && theirs?.owner !== to) throw new TransferRefusedError()
  const parts = selectSources(holdings, { units, source })
  const amounts = parts.map(({ amount }) => amount)
  const [deposit, withheld] = await Promise.all([
    theirs ? 0n : readMinimumBalance({ ...context, size: mint.accountSize }),
    mint.transferFee ? readWithheld(context, mint.transferFee, amounts) : 0n,
  ])
  const transferInstructions = parts.map((part) => createTransferInstruction(mint, part, { from, target }))
  // Does nothing when somebody else opens it in the meantime.
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
    instructions: theirs ? transferInstructions : [open, ...transferInstructions],
    maxUnits: (theirs ? 200_000 : 300_000) + parts.length * 100_000,
    terms: { deposit, withheld },
    isCovered: amounts.reduce((sum, amount) => sum + amount, 0n) === units,
  }
}

/** Out of the account everybody finds where that is enough, else out of the fullest. */
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
 * Refuses addresses where nobody could take out what arrives: programs, the accounts and mints of
 * tokens, and addresses without a key that no program has taken up.
 */
async function checkRecipient(context: NodeContext, to: Address): Promise<void> {
  const [account] = await readAccounts(context, [to])
  const isUseless = account
    ? account.owner !== systemProgram && isFixed(account.owner)
    : isOffCurveAddress(to)
  if (isUseless) throw new TransferRefusedError()
}

const loaders: readonly string[] = [
  'NativeLoader1111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
]

function isFixed(owner: string): boolean {
  return isTokenProgram(owner) || loaders.includes(owner)
}

const writable = (one: Address) => ({ address: one, role: AccountRole.WRITABLE })
const reading = (one: Address) => ({ address: one, role: AccountRole.READONLY })
const signing = (one: Address, pays = true) => ({
  address: one,
  role: pays ? AccountRole.WRITABLE_SIGNER : AccountRole.READONLY_SIGNER,
})
