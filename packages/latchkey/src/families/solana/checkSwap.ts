import { hex } from '@scure/base'
import type { Address } from '@solana/kit'
import type { BuiltSwap, SwapTerms } from '../../core/connection/swapTerms.js'
import type { ContractCall } from '../../core/connection/transfer.js'
import { type SwapMismatch, SwapMismatchError } from '../../core/runtime/errors/swap.js'
import { type JupiterRoute, jupiterProgram, readJupiterRoute } from './jupiter.js'
import { type NodeContext, readAccounts } from './nodes.js'
import { computeBudgetProgram, lamportsPerSignature, systemProgram } from './programs.js'
import {
  associatedAccount,
  associatedProgram,
  isTokenProgram,
  type Mint,
  parseTokenAccount,
  readMint,
  wrappedCoin,
} from './tokens.js'
import {
  type ReadMessage,
  type ReadTransaction,
  readMessage,
  readTransaction,
} from './transaction.js'

/** The payer, and the maker of a firm offer. */
const maxSigners = 2
/** The most units of one transaction, assumed when it sets no limit. */
const maxComputeUnits = 1_400_000n

/**
 * Checks every instruction of a swap that an exchange built, and returns it for the wallet. The swap is a call
 * of Jupiter's program, or a firm offer: one transfer to a maker, who has signed, and one back. Throws a
 * `SwapMismatchError` for anything else.
 */
export async function checkSwap({
  data,
  terms,
  maxFee,
  ...context
}: BuiltSwap & NodeContext): Promise<ContractCall> {
  const transaction = parseTransaction(data)
  const { message, signers } = transaction
  if (message.accounts[0] !== terms.account || signers.length > maxSigners) refuse('sender')
  const own = await findOwnAccounts(context, terms)
  const effects = readEffects(message, terms.account, own)
  if (feeOf(transaction, effects) > maxFee) refuse('amount')
  const { route } = effects
  if (route) assertRoute(effects, { route, terms, own, signers })
  else assertOffer(effects, terms, own)
  await assertOwned(context, terms, own)
  const isCoin = terms.sourceToken === undefined
  return {
    to: route ? jupiterProgram : (signers[1] ?? ''),
    value: isCoin ? terms.amount : 0n,
    data,
  }
}

type ParsedTransaction = Omit<ReadTransaction, 'message'> & { readonly message: ReadMessage }

function parseTransaction(data: string): ParsedTransaction {
  const transaction = readTransaction(hex.decode(data.replace(/^0x/, '')))
  const message = transaction && readMessage(transaction.message)
  return message ? { ...transaction, message } : refuse('call')
}

/** The token accounts of the visitor that the swap may name. */
type OwnAccounts = {
  readonly source: Address
  readonly target: Address
  /** For coins: programs only know them as a token, for as long as the swap takes. */
  readonly wrapped: Address
  readonly targetMint: Mint
}

async function findOwnAccounts(
  context: NodeContext,
  { account, sourceToken, toToken }: SwapTerms,
): Promise<OwnAccounts> {
  const mintOf = async (token: string | undefined) =>
    token === undefined ? wrappedCoin : readMint(context, token)
  const [sourceMint, targetMint] = await Promise.all([mintOf(sourceToken), mintOf(toToken)])
  const [source, target, wrapped] = await Promise.all(
    [sourceMint, targetMint, wrappedCoin].map((mint) => associatedAccount(account, mint)),
  )
  return { source, target, wrapped, targetMint } as OwnAccounts
}

/** What all instructions of a transaction do together. */
type Effects = {
  /** Coins that leave the account, other than for the swap to wrap. */
  paidCoins: bigint
  paidTokens: bigint
  receivedCoins: bigint
  receivedTokens: bigint
  wrapped: bigint
  unwraps: number
  route: JupiterRoute | undefined
  computeUnits: bigint | undefined
  /** In millionths of a lamport per unit. */
  unitPrice: bigint
}

type NamedInstruction = {
  readonly program: string | undefined
  /** Undefined for accounts of a lookup table. */
  readonly accounts: readonly (string | undefined)[]
  readonly data: Uint8Array
}

function readEffects(message: ReadMessage, account: string, own: OwnAccounts): Effects {
  const effects: Effects = {
    ...{ paidCoins: 0n, paidTokens: 0n, receivedCoins: 0n, receivedTokens: 0n },
    ...{ wrapped: 0n, unwraps: 0, route: undefined, computeUnits: undefined, unitPrice: 0n },
  }
  const nameOf = (index: number) => message.accounts[index]
  for (const { program, accounts, data } of message.instructions) {
    const instruction = { program: nameOf(program), accounts: accounts.map(nameOf), data }
    if (!addEffect(effects, instruction, account, own)) refuse('call')
  }
  return effects
}

/** False for an instruction that no swap needs. */
function addEffect(
  effects: Effects,
  instruction: NamedInstruction,
  account: string,
  own: OwnAccounts,
): boolean {
  const { program = '' } = instruction
  if (program === computeBudgetProgram) return addBudget(effects, instruction)
  if (program === systemProgram) return addCoinTransfer(effects, instruction, account, own)
  if (program === associatedProgram) return opensOwnAccount(instruction, own)
  if (isTokenProgram(program)) return addTokenStep(effects, instruction, account, own)
  if (program !== jupiterProgram || effects.route) return false
  effects.route = readJupiterRoute(instruction.data, instruction.accounts)
  return effects.route !== undefined
}

function addBudget(effects: Effects, { data }: NamedInstruction): boolean {
  const view = viewOf(data)
  if (data[0] === 2 && data.length === 5) effects.computeUnits = BigInt(view.getUint32(1, true))
  else if (data[0] === 3 && data.length === 9) effects.unitPrice = view.getBigUint64(1, true)
  else return false
  return true
}

function addCoinTransfer(
  effects: Effects,
  { accounts: [from, to], data }: NamedInstruction,
  account: string,
  { wrapped }: OwnAccounts,
): boolean {
  const view = viewOf(data)
  const isTransfer = data.length === 12 && view.getUint32(0, true) === 2
  if (!isTransfer) return false
  const lamports = view.getBigUint64(4, true)
  if (from === account && to === wrapped) effects.wrapped += lamports
  else if (from === account) effects.paidCoins += lamports
  else if (to === account) effects.receivedCoins += lamports
  else return false
  return true
}

/** The address depends on the owner and the mint, so the program opens it for the visitor only. */
function opensOwnAccount(
  { accounts: [, opened], data }: NamedInstruction,
  { source, target, wrapped }: OwnAccounts,
): boolean {
  // Nothing, 0 or 1: create, the last only if it is missing.
  const isCreation = data.length === 0 || (data.length === 1 && (data[0] ?? 2) < 2)
  return isCreation && (opened === source || opened === target || opened === wrapped)
}

/** Instructions of both token programs. */
const tokenSteps = { transfer: 3, close: 9, transferChecked: 12, sync: 17 }

function addTokenStep(
  effects: Effects,
  { accounts, data }: NamedInstruction,
  account: string,
  { source, target, wrapped }: OwnAccounts,
): boolean {
  const [step] = data
  if (step === tokenSteps.sync) return accounts[0] === wrapped
  if (step === tokenSteps.close) {
    effects.unwraps += 1
    return accounts[0] === wrapped && accounts[1] === account && accounts[2] === account
  }
  const isChecked = step === tokenSteps.transferChecked
  if (!isChecked && step !== tokenSteps.transfer) return false
  if (data.length !== (isChecked ? 10 : 9)) return false
  const [from, to, authority] = isChecked ? [accounts[0], accounts[2], accounts[3]] : accounts
  const units = viewOf(data).getBigUint64(1, true)
  if (authority === account) {
    effects.paidTokens += units
    return from === source && from !== wrapped
  }
  effects.receivedTokens += units
  return to === target && to !== wrapped
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength)
}

/** In lamports, without deposits for the visitor's own accounts. */
function feeOf({ signers }: ParsedTransaction, { computeUnits, unitPrice }: Effects): bigint {
  const priority = ((computeUnits ?? maxComputeUnits) * unitPrice + 999_999n) / 1_000_000n
  return BigInt(signers.length) * lamportsPerSignature + priority
}

function assertRoute(
  { paidCoins, paidTokens, wrapped, unwraps }: Effects,
  {
    route,
    terms,
    own,
    signers,
  }: {
    readonly route: JupiterRoute
    readonly terms: SwapTerms
    readonly own: OwnAccounts
    readonly signers: readonly string[]
  },
): void {
  if (route.user !== terms.account || signers.length > 1) refuse('sender')
  if (route.source !== own.source) refuse('token')
  const isTarget = (one: string | undefined) => one === own.target
  if (!isTarget(route.target)) refuse('recipient')
  if (!route.others.every((one) => one === jupiterProgram || isTarget(one))) refuse('recipient')
  const toWrap = terms.sourceToken === undefined ? terms.amount : 0n
  const isExact = route.amount === terms.amount && wrapped === toWrap
  if (!isExact || paidCoins > 0n || paidTokens > 0n) refuse('amount')
  // Otherwise the visitor would get wrapped coins.
  if (terms.toToken === undefined && unwraps !== 1) refuse('token')
  assertMinimum(route.minimum, terms)
}

function assertOffer(effects: Effects, terms: SwapTerms, { targetMint }: OwnAccounts): void {
  const { paidCoins, paidTokens, receivedCoins, receivedTokens, wrapped, unwraps } = effects
  const [paid, other] =
    terms.sourceToken === undefined ? [paidCoins, paidTokens] : [paidTokens, paidCoins]
  if (paid !== terms.amount || other > 0n || wrapped > 0n || unwraps > 0) refuse('amount')
  // The token would keep a part of what arrives.
  if (targetMint.transferFee) refuse('token')
  assertMinimum(terms.toToken === undefined ? receivedCoins : receivedTokens, terms)
}

function assertMinimum(minimum: bigint, terms: SwapTerms): void {
  if (terms.minimum <= 0n || minimum < terms.minimum) refuse('minimum')
}

/** An account can have been given away since it was opened. */
async function assertOwned(
  context: NodeContext,
  { account }: SwapTerms,
  { target }: OwnAccounts,
): Promise<void> {
  const [existing] = await readAccounts(context, [target])
  if (existing && parseTokenAccount(existing)?.owner !== account) refuse('recipient')
}

function refuse(reason: SwapMismatch): never {
  throw new SwapMismatchError(reason)
}
