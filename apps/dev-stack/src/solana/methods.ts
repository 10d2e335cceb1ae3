import {
  type Address,
  type EncodedAccount,
  getBase58Encoder,
  getBase64Encoder,
  isAddress,
  type ReadonlyUint8Array,
  type TransactionMessageBytes,
} from '@solana/kit'
import { type AccountConfig, viewAccount } from './accountView.js'
import type { Ledger, LedgerRecord } from './Ledger.js'
import { decodeMessage, decodeTransaction } from './message.js'
import type { Outcome } from './outcome.js'
import { RpcError, rpcCodes } from './RpcError.js'
import { readMint, readTokenAccount, uiTokenAmount } from './tokenAccount.js'
import { viewTransaction } from './transactionView.js'

export type Method = (params: readonly unknown[]) => unknown

type Config = Readonly<Record<string, unknown>>

const apiVersion = '3.0.0'
const slotsInEpoch = 432_000
const maxSignatures = 1_000

/** Identifies the main network. */
export const genesisHash = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** The RPC methods that wallets and sites use. */
export function createMethods(
  ledger: Ledger,
  airdrop: (to: Address, lamports: bigint) => Promise<LedgerRecord>,
): Readonly<Record<string, Method>> {
  const withContext = (value: unknown) => ({
    context: { apiVersion: apiVersion, slot: ledger.slot() },
    value,
  })
  const find = (address: Address): EncodedAccount | undefined => {
    const account = ledger.account(address)
    return account.exists ? account : undefined
  }
  const view = (account: EncodedAccount | undefined, config: Config) =>
    account === undefined ? null : viewAccount(ledger, account, config as AccountConfig)

  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': apiVersion, 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getSlot: () => ledger.slot(),
    getBlockHeight: () => ledger.slot(),
    getEpochInfo() {
      const slot = ledger.slot()
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: ledger.epoch(),
        slotIndex: slot % slotsInEpoch,
        slotsInEpoch: slotsInEpoch,
        transactionCount: null,
      }
    },

    getLatestBlockhash: () => withContext(ledger.latestBlockhash()),
    isBlockhashValid: ([blockhash]) => withContext(ledger.isRecent(readText(blockhash))),
    getFeeForMessage([message]) {
      const bytes = readBytes(message, 'base64') as TransactionMessageBytes
      const { lifetimeToken } = tryDecode(() => decodeMessage(bytes))
      return withContext(ledger.isRecent(lifetimeToken) ? ledger.feeFor(bytes) : null)
    },
    getRecentPrioritizationFees: () => [{ slot: ledger.slot(), prioritizationFee: 0 }],
    simulateTransaction([wire, config]) {
      const options = readConfig(config)
      const { encoding = 'base58', accounts, replaceRecentBlockhash } = options
      const bytes = readBytes(wire, encoding)
      const { message } = tryDecode(() => decodeTransaction(bytes))
      if (!replaceRecentBlockhash && !ledger.isRecent(message.lifetimeToken)) {
        return withContext(viewOutcome({ ...nothingDone, err: 'BlockhashNotFound' }))
      }
      const outcome = ledger.simulate(bytes, { checkSignatures: options.sigVerify === true })
      const requested = readConfig(accounts)
      const expected = Array.isArray(requested.addresses)
        ? requested.addresses.map(readAddress)
        : undefined
      const changed = expected?.map((address) => {
        const account = outcome.accounts.find((one) => one.address === address) ?? find(address)
        return view(account, { encoding: 'base64', ...requested })
      })
      return withContext({ ...viewOutcome(outcome), accounts: changed ?? null })
    },
    sendTransaction([wire, config]) {
      const { encoding = 'base58', skipPreflight } = readConfig(config)
      const bytes = readBytes(wire, encoding)
      tryDecode(() => decodeTransaction(bytes))
      return ledger.send(bytes, { skipPreflight: skipPreflight === true }).signature
    },
    getSignatureStatuses: ([signatures]) =>
      withContext(
        readList(signatures).map((signature) => {
          const record = ledger.record(readText(signature))
          if (record === undefined) return null
          const { err, slot } = record
          return {
            slot,
            err,
            status: err === null ? { Ok: null } : { Err: err },
            confirmations: null,
            confirmationStatus: 'finalized',
          }
        }),
      ),

    getBalance: ([address]) => withContext(Number(find(readAddress(address))?.lamports ?? 0n)),
    getAccountInfo: ([address, config]) =>
      withContext(view(find(readAddress(address)), readConfig(config))),
    getMultipleAccounts: ([addresses, config]) =>
      withContext(
        readList(addresses).map((address) =>
          view(find(readAddress(address)), { encoding: 'base64', ...readConfig(config) }),
        ),
      ),
    getMinimumBalanceForRentExemption: ([size]) => ledger.minimumBalance(readCount(size)),
    getTokenAccountsByOwner([owner, filter, config]) {
      const holder = readAddress(owner)
      const { mint, programId } = readConfig(filter)
      if (mint === undefined && programId === undefined) throw invalid('a mint or programId')
      const issuer = mint === undefined ? undefined : find(readAddress(mint))?.programAddress
      const program = programId === undefined ? issuer : readAddress(programId)
      if (program === undefined) throw invalid('a token mint')
      const found = ledger.programAccounts(program).filter((account) => {
        const token = readTokenAccount(account)
        return token?.owner === holder && (mint === undefined || token.mint === mint)
      })
      return withContext(
        found.map((account) => ({
          pubkey: account.address,
          account: view(account, readConfig(config)),
        })),
      )
    },
    getTokenAccountBalance([address]) {
      const account = find(readAddress(address))
      const token = account && readTokenAccount(account)
      const decimals = token && ledger.decimalsOf(token.mint)
      if (token === undefined || decimals === undefined) throw invalid('a token account')
      return withContext(uiTokenAmount(token.amount, decimals))
    },
    getTokenSupply([address]) {
      const account = find(readAddress(address))
      const mint = account && readMint(account)
      if (mint === undefined) throw invalid('a token mint')
      return withContext(uiTokenAmount(mint.supply, mint.decimals))
    },

    getSignaturesForAddress([address, config]) {
      const { before, until, limit } = readConfig(config)
      const count = limit === undefined ? maxSignatures : readCount(limit)
      const all = ledger.recordsOf(readAddress(address))
      const start = 1 + all.findIndex(({ signature }) => signature === before)
      const end = all.findIndex(({ signature }) => signature === until)
      if (before !== undefined && start === 0) return []
      return all
        .slice(start, end === -1 ? undefined : end)
        .slice(0, Math.min(count, maxSignatures))
        .map(({ signature, slot, err, blockTime }) => ({
          signature,
          slot,
          err,
          memo: null,
          blockTime,
          confirmationStatus: 'finalized',
        }))
    },
    getTransaction([signature, config]) {
      const record = ledger.record(readText(signature))
      if (record === undefined) return null
      const { encoding } = typeof config === 'string' ? { encoding: config } : readConfig(config)
      return viewTransaction(record, typeof encoding === 'string' ? encoding : undefined)
    },

    requestAirdrop: async ([address, lamports]) =>
      (await airdrop(readAddress(address), BigInt(readCount(lamports)))).signature,
  }
}

const nothingDone: Outcome = {
  err: null,
  logMessages: [],
  computeUnitsConsumed: 0,
  innerInstructions: [],
}

function viewOutcome({ err, logMessages, computeUnitsConsumed, innerInstructions }: Outcome) {
  return {
    err,
    logs: logMessages,
    accounts: null,
    innerInstructions,
    returnData: null,
    unitsConsumed: computeUnitsConsumed,
  }
}

function readAddress(value: unknown): Address {
  if (typeof value !== 'string' || !isAddress(value)) throw invalid('an address')
  return value
}

function readText(value: unknown): string {
  if (typeof value !== 'string') throw invalid('a string')
  return value
}

function readCount(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw invalid('a whole number')
  return Number(value)
}

function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw invalid('a list')
  return value
}

function readConfig(value: unknown): Config {
  return typeof value === 'object' && value !== null ? (value as Config) : {}
}

function readBytes(value: unknown, encoding: unknown): ReadonlyUint8Array {
  const encoder = encoding === 'base64' ? getBase64Encoder() : getBase58Encoder()
  return tryDecode(() => encoder.encode(readText(value)))
}

function tryDecode<Value>(decode: () => Value): Value {
  try {
    return decode()
  } catch (error) {
    if (error instanceof RpcError) throw error
    throw new RpcError(rpcCodes.invalidParams, `failed to deserialize: ${String(error)}`)
  }
}

function invalid(expected: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `Invalid params: expected ${expected}`)
}
