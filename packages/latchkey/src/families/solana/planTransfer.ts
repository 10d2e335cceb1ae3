import {
  AccountRole,
  type Address,
  address,
  type Instruction,
  isOffCurveAddress,
} from '@solana/kit'
import { TransferRefusedError } from '../../core/errors/transfer.js'
import { InvalidRequestError } from '../../core/errors/wallet.js'
import type { Transfer } from '../../core/family.js'
import { readAddress } from './address.js'
import { leastBalance, type Place, readAccounts } from './nodes.js'
import {
  associatedAccount,
  associatedProgram,
  isTokenProgram,
  parseTokenAccount,
  readMint,
} from './tokens.js'

const systemProgram = address('11111111111111111111111111111111')

/** What moves the coins or tokens, before it is priced. */
export type TransferPlan = {
  readonly instructions: readonly Instruction[]
  /** Compute units that are enough in any case (public surface §8.4). */
  readonly mostUnits: number
  /** Lamports that open the receiver's account for the token. */
  readonly deposit: bigint
  /** Whether the account has what is to be moved, as far as tokens go. */
  readonly isCovered: boolean
}

export async function planTransfer(place: Place, transfer: Transfer): Promise<TransferPlan> {
  const { account, receiver, token, units } = transfer
  const fits = readAddress(receiver) && units >= 0n && units < 2n ** 64n
  if (!fits) throw new InvalidRequestError('parameters')
  const to = address(receiver)
  const from = address(account.address)
  return token.address === undefined
    ? planCoins(place, { from, to, units })
    : planTokens(place, { from, to, units, token: { ...token, address: token.address } })
}

type Move = { readonly from: Address; readonly to: Address; readonly units: bigint }

async function planCoins(place: Place, { from, to, units }: Move): Promise<TransferPlan> {
  await checkReceiver(place, to)
  const data = new Uint8Array(12)
  const view = new DataView(data.buffer)
  view.setUint32(0, 2, true)
  view.setBigUint64(4, units, true)
  const accounts = [signing(from), writable(to)]
  const transfer: Instruction = { programAddress: systemProgram, accounts, data }
  return { instructions: [transfer], mostUnits: 500, deposit: 0n, isCovered: true }
}

async function planTokens(
  place: Place,
  { from, to, units, token }: Move & { readonly token: { address: string; decimals: number } },
): Promise<TransferPlan> {
  const [mint] = await Promise.all([readMint(place, token.address), checkReceiver(place, to)])
  // Whoever chose the amount counted in other units than the chain does.
  if (mint.decimals !== token.decimals) throw new InvalidRequestError('parameters')
  const [source, target] = await Promise.all([
    associatedAccount(from, mint),
    associatedAccount(to, mint),
  ])
  const [held, receiving] = await readAccounts(place, [source, target])
  const mine = held && parseTokenAccount(held)
  const theirs = receiving && parseTokenAccount(receiving)
  // An associated account can be given away; what arrives there is no longer the receiver's.
  if (receiving && theirs?.owner !== to) throw new TransferRefusedError()
  const deposit = theirs ? 0n : await leastBalance({ ...place, size: mint.accountSize })
  const data = new Uint8Array(10)
  const view = new DataView(data.buffer)
  view.setUint8(0, 12)
  view.setBigUint64(1, units, true)
  view.setUint8(9, mint.decimals)
  const move: Instruction = {
    programAddress: mint.program,
    accounts: [writable(source), reading(mint.address), writable(target), signing(from, false)],
    data,
  }
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
    instructions: theirs ? [move] : [open, move],
    mostUnits: theirs ? 300_000 : 400_000,
    deposit,
    isCovered: mine !== undefined && mine.owner === from && !mine.isFrozen && mine.amount >= units,
  }
}

/**
 * Refuses addresses where nobody could take out what arrives: programs, the accounts and mints of
 * tokens, and addresses without a key that no program has taken up.
 */
async function checkReceiver(place: Place, to: Address): Promise<void> {
  const [account] = await readAccounts(place, [to])
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
