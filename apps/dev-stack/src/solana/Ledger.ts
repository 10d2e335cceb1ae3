import { createHash, randomUUID } from 'node:crypto'
import {
  type Address,
  type Blockhash,
  type EncodedAccount,
  getBase58Decoder,
  getBase64Decoder,
  getBase64Encoder,
  getSignatureFromTransaction,
  isFullySignedTransaction,
  type MaybeEncodedAccount,
  type ReadonlyUint8Array,
  type Signature,
  type Transaction,
  type TransactionMessageBytes,
  lamports as toLamports,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { type AccountKey, decodeMessage, decodeTransaction, listAccountKeys } from './message.js'
import { describeOutcome, type Outcome, readFee, reject } from './outcome.js'
import { readMint, readTokenAccount, type TokenBalance, uiTokenAmount } from './tokenAccount.js'

/** An executed transaction, successful or not. */
export type LedgerRecord = Outcome & {
  readonly signature: Signature
  readonly slot: number
  readonly blockTime: number
  /** The sent transaction in base64. */
  readonly wire: string
  readonly accountKeys: readonly AccountKey[]
  readonly fee: number
  readonly preBalances: readonly number[]
  readonly postBalances: readonly number[]
  readonly preTokenBalances: readonly TokenBalance[]
  readonly postTokenBalances: readonly TokenBalance[]
}

/** The state of a ledger as JSON, to continue in another process. */
export type LedgerState = {
  readonly slot: number
  readonly accounts: readonly {
    readonly address: Address
    readonly lamports: number
    readonly owner: Address
    readonly executable: boolean
    readonly data: string
  }[]
  readonly records: readonly LedgerRecord[]
}

/** The Solana runtime plus what nodes add: slots, recent blockhashes and a history. */
export type Ledger = {
  slot(): number
  /** The time that programs see. */
  epoch(): number
  latestBlockhash(): { blockhash: Blockhash; lastValidBlockHeight: number }
  isRecent(blockhash: string): boolean
  /** A new blockhash, so that a transaction may equal an earlier one otherwise. */
  refreshBlockhash(): Blockhash
  advanceSlot(): void
  account(address: Address): MaybeEncodedAccount
  programAccounts(program: Address): readonly EncodedAccount[]
  decimalsOf(mint: Address): number | undefined
  minimumBalance(size: number): number
  /** Writes an account without any checks. */
  setAccount(account: Omit<EncodedAccount, 'space'>): void
  simulate(
    wire: ReadonlyUint8Array,
    options?: { readonly checkSignatures?: boolean },
  ): Outcome & { readonly accounts: readonly EncodedAccount[] }
  /** What a message would cost, signed or not. */
  feeFor(messageBytes: TransactionMessageBytes): number
  /** Executes a transaction at once; `at` is its time in seconds since 1970, by default now. */
  send(
    wire: ReadonlyUint8Array,
    options?: { readonly skipPreflight?: boolean; readonly at?: number },
  ): LedgerRecord
  record(signature: string): LedgerRecord | undefined
  /** Newest first. */
  recordsOf(address: string): readonly LedgerRecord[]
  /** Number of changes so far. */
  changes(): number
  subscribe(listener: LedgerListener): () => void
  dump(): LedgerState
}

export type LedgerListener = {
  readonly onSlot?: (slot: number) => void
  readonly onRecord?: (record: LedgerRecord) => void
}

/** In slots. */
const blockhashLifetime = 150
const historyCapacity = 10_000n

/** `seed` determines the blockhashes, and so the signatures of equal transactions. */
export function createLedger(seed: string = randomUUID(), state?: LedgerState): Ledger {
  const svm = new LiteSVM()
    .withNativeMints()
    .withBlockhashCheck(false)
    .withTransactionHistory(historyCapacity)
  const records = new Map<string, LedgerRecord>()
  const byAddress = new Map<string, LedgerRecord[]>()
  const touched = new Set<Address>()
  const listeners = new Set<LedgerListener>()
  const blockhashes: Blockhash[] = []
  let slot = state?.slot ?? Number(svm.getClock().slot)
  let hashCount = 0
  let changes = 0

  for (const { address, lamports, owner, executable, data } of state?.accounts ?? []) {
    setAccount({
      address,
      lamports: toLamports(BigInt(lamports)),
      programAddress: owner,
      executable,
      data: getBase64Encoder().encode(data) as Uint8Array,
    })
  }
  for (const record of state?.records ?? []) index(record)
  setTime(slot, Math.floor(Date.now() / 1000))
  refreshBlockhash()

  function refreshBlockhash(): Blockhash {
    hashCount += 1
    const digest = createHash('sha256').update(`${seed} ${hashCount}`).digest()
    const blockhash = getBase58Decoder().decode(digest) as Blockhash
    blockhashes.push(blockhash)
    if (blockhashes.length > blockhashLifetime) blockhashes.shift()
    return blockhash
  }

  function setTime(to: number, at: number): void {
    svm.warpToSlot(BigInt(to))
    const clock = svm.getClock()
    clock.unixTimestamp = BigInt(at)
    svm.setClock(clock)
  }

  function setAccount(account: Omit<EncodedAccount, 'space'>): void {
    svm.setAccount({ ...account, space: BigInt(account.data.length) })
    touched.add(account.address)
    changes += 1
  }

  function index(record: LedgerRecord): void {
    records.set(record.signature, record)
    for (const { pubkey } of record.accountKeys) {
      touched.add(pubkey)
      const list = byAddress.get(pubkey)
      if (list) list.unshift(record)
      else byAddress.set(pubkey, [record])
    }
    changes += 1
  }

  function decimalsOf(mint: Address): number | undefined {
    const account = svm.getAccount(mint)
    return account.exists ? readMint(account)?.decimals : undefined
  }

  function balancesOf(keys: readonly AccountKey[]): number[] {
    return keys.map(({ pubkey }) => Number(svm.getBalance(pubkey) ?? 0n))
  }

  function tokenBalancesOf(keys: readonly AccountKey[]): TokenBalance[] {
    return keys.flatMap(({ pubkey }, accountIndex) => {
      const account = svm.getAccount(pubkey)
      const token = account.exists ? readTokenAccount(account) : undefined
      const decimals = token && decimalsOf(token.mint)
      if (!account.exists || token === undefined || decimals === undefined) return []
      return [
        {
          accountIndex,
          mint: token.mint,
          owner: token.owner,
          programId: account.programAddress,
          uiTokenAmount: uiTokenAmount(token.amount, decimals),
        },
      ]
    })
  }

  function readTable(address: Address): ReadonlyUint8Array | undefined {
    const account = svm.getAccount(address)
    return account.exists ? account.data : undefined
  }

  function runSimulation(transaction: Transaction, checkSignatures: boolean) {
    svm.withSigverify(checkSignatures)
    try {
      return svm.simulateTransaction(transaction)
    } finally {
      svm.withSigverify(true)
    }
  }

  function simulate(wire: ReadonlyUint8Array, { checkSignatures = false } = {}) {
    const result = runSimulation(decodeTransaction(wire).transaction, checkSignatures)
    return {
      ...describeOutcome(result),
      accounts: result instanceof FailedTransactionMetadata ? [] : result.postAccounts(),
    }
  }

  function send(
    wire: ReadonlyUint8Array,
    { skipPreflight = false, at = Math.floor(Date.now() / 1000) } = {},
  ): LedgerRecord {
    const { transaction, message } = decodeTransaction(wire)
    if (!isFullySignedTransaction(transaction)) reject('SignatureFailure')
    const signature = getSignatureFromTransaction(transaction)
    if (records.has(signature)) reject('AlreadyProcessed')
    if (!blockhashes.includes(message.lifetimeToken as Blockhash)) reject('BlockhashNotFound')
    if (!skipPreflight) {
      const { err, ...rest } = simulate(wire, { checkSignatures: true })
      if (err !== null) reject(err, rest)
    }
    setTime(slot, at)
    const accountKeys = listAccountKeys(message, readTable)
    const preBalances = balancesOf(accountKeys)
    const preTokenBalances = tokenBalancesOf(accountKeys)
    const outcome = describeOutcome(svm.sendTransaction(transaction))
    const postBalances = balancesOf(accountKeys)
    const record: LedgerRecord = {
      ...outcome,
      signature,
      slot,
      blockTime: at,
      wire: getBase64Decoder().decode(wire),
      accountKeys,
      // No account receives the fee, so it is the missing amount.
      fee: sum(preBalances) - sum(postBalances),
      preBalances,
      postBalances,
      preTokenBalances,
      postTokenBalances: tokenBalancesOf(accountKeys),
    }
    // A transaction that cannot pay its fee is not included.
    if (outcome.err !== null && record.fee === 0) reject(outcome.err, outcome)
    index(record)
    for (const { onRecord } of listeners) onRecord?.(record)
    return record
  }

  return {
    slot: () => slot,
    epoch: () => Number(svm.getClock().epoch),
    latestBlockhash: () => ({
      blockhash: blockhashes.at(-1) as Blockhash,
      lastValidBlockHeight: slot + blockhashLifetime,
    }),
    isRecent: (blockhash) => (blockhashes as string[]).includes(blockhash),
    refreshBlockhash,
    advanceSlot() {
      slot += 1
      setTime(slot, Math.floor(Date.now() / 1000))
      refreshBlockhash()
      for (const { onSlot } of listeners) onSlot?.(slot)
    },
    account: (address) => svm.getAccount(address),
    programAccounts: (program) => svm.getProgramAccounts(program),
    decimalsOf,
    minimumBalance: (size) => Number(svm.minimumBalanceForRentExemption(BigInt(size))),
    setAccount,
    simulate,
    feeFor(messageBytes) {
      const { header, staticAccounts } = decodeMessage(messageBytes)
      const signers = staticAccounts.slice(0, header.numSignerAccounts)
      const signatures = Object.fromEntries(signers.map((signer) => [signer, null]))
      return readFee(runSimulation({ messageBytes, signatures }, false).meta())
    },
    send,
    record: (signature) => records.get(signature),
    recordsOf: (address) => byAddress.get(address) ?? [],
    changes: () => changes,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    dump: () => ({
      slot,
      accounts: [...touched].flatMap((address) => {
        const account = svm.getAccount(address)
        // The runtime includes the programs.
        if (!account.exists || account.executable) return []
        const { lamports, programAddress: owner, executable } = account
        const data = getBase64Decoder().decode(account.data)
        return [{ address, lamports: Number(lamports), owner, executable, data }]
      }),
      records: [...records.values()],
    }),
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
