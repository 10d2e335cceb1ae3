/// <reference types="node" />
import { address, lamports } from '@solana/kit'
import {
  Connection,
  Keypair,
  PublicKey,
  SystemInstruction,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLedger, type Ledger } from '../../../apps/dev-stack/src/solana/Ledger.js'
import { createMethods } from '../../../apps/dev-stack/src/solana/methods.js'
import { serveSolana } from '../../../apps/dev-stack/src/solana/server.js'
import { createFakeClock } from '../fixtures/fakeClock.js'
import { createFakeJournal } from '../fixtures/fakeJournal.js'
import { createFakeSolanaWallet } from '../fixtures/fakeSolanaWallet.js'
import { solanaNetwork } from '../fixtures/solanaNetwork.js'
import type { ChainAdapter, ChainSession } from '../src/core/connection/family.js'
import type { Transfer } from '../src/core/connection/transfer.js'
import type { Network } from '../src/core/network/network.js'
import { solana } from '../src/families/solana/index.js'
import { createInPageTransport } from '../src/families/solana/inPageTransport.js'
import type { SolanaProvider } from '../src/families/solana/provider.js'

/** Transfers on a real Solana runtime, decoded and checked with web3.js. */

const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
const token2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
const associated = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
const sol = 1_000_000_000n
const priorityFee = 10_000n + 5_000n
const { signal } = new AbortController()

let ledger: Ledger
let server: Awaited<ReturnType<typeof serveSolana>>
let chain: Connection
let network: Network
let adapter: ChainAdapter
beforeAll(async () => {
  ledger = createLedger()
  server = await serveSolana(
    ledger,
    createMethods(ledger, () => Promise.reject()),
    0,
  )
  const url = `http://127.0.0.1:${server.port}`
  chain = new Connection(url, 'confirmed')
  network = solanaNetwork('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { rpcUrls: [url] })
  adapter = await solana().loadAdapter()
})
afterAll(() => server?.stop())

const wallet = createFakeSolanaWallet()
const [alice] = wallet.keys as [Keypair]
let journal: ReturnType<typeof createFakeJournal>
let session: ChainSession
beforeEach(async () => {
  journal = createFakeJournal()
  wallet.state.behaviour = 'approve'
  fund(alice.publicKey, 10n * sol)
  session = (await adapter.attach({
    transport: createInPageTransport(wallet.wallet),
    mode: 'ask',
    network,
    networks: () => [network],
    ports: { clock: createFakeClock() },
    journal: async () => journal,
    signal,
  })) as ChainSession
})

function fund(owner: PublicKey, amount: bigint) {
  ledger.setAccount({
    address: address(owner.toBase58()),
    lamports: lamports(amount),
    programAddress: address(SystemProgram.programId.toBase58()),
    executable: false,
    data: new Uint8Array(),
  })
}

const newRecipient = () => Keypair.generate().publicKey
const coin = { symbol: 'SOL', decimals: 9 }

function transferOf(
  recipient: PublicKey,
  units: bigint,
  token: Transfer['token'] = coin,
): Transfer {
  const account = session.accounts()[0]
  if (!account) throw new Error('Not connected')
  return { account, network, token, recipient: recipient.toBase58(), units }
}

function send(transfer: Transfer): Promise<string> {
  const { id } = journal.open({
    networkId: network.id,
    from: transfer.account.address,
    request: { to: transfer.recipient, value: transfer.units.toString() },
  })
  return session.transfer?.(transfer, { entryId: id, signal }) as Promise<string>
}

const balanceOf = async (owner: PublicKey) => BigInt(await chain.getBalance(owner))
const { transfers } = await solana().loadAdapter()
if (!transfers) throw new Error('The family has no transfers')

describe('SOL', () => {
  test('is transferred for the estimated fee and followed until it is final', async () => {
    const recipient = newRecipient()
    const transfer = transferOf(recipient, sol)
    const fee = await transfers.fee(transfer, signal)
    expect(fee).toBe(priorityFee)
    expect(await transfers.terms?.(transfer, signal)).toEqual({ deposit: 0n, withheld: 0n })
    const before = await balanceOf(alice.publicKey)
    const hash = await send(transfer)
    expect(await balanceOf(recipient)).toBe(sol)
    expect(await balanceOf(alice.publicKey)).toBe(before - sol - fee)
    const nonce = `${ledger.slot() + 150}`
    expect(journal.entries()).toMatchObject([{ status: 'pending', hash, nonce }])
    const transaction = { from: alice.publicKey.toBase58(), hash, nonce }
    expect(await transfers.follow({ transaction, network, signal })).toEqual({ status: 'final' })
    const sent = ledger.record(hash)
    const decoded = Transaction.from(Buffer.from(sent?.wire ?? '', 'base64'))
    expect(decoded.verifySignatures()).toBe(true)
    const last = decoded.instructions.at(-1) as TransactionInstruction
    expect(SystemInstruction.decodeTransfer(last)).toEqual({
      fromPubkey: alice.publicKey,
      toPubkey: recipient,
      lamports: sol,
    })
  })

  test('can be sent completely, with a known rent reserve', async () => {
    const recipient = newRecipient()
    const fee = await transfers.fee(transferOf(recipient, 0n), signal)
    await send(transferOf(recipient, 10n * sol - fee))
    expect(await balanceOf(alice.publicKey)).toBe(0n)
    expect(await transfers.reserve?.({ network, signal })).toBe(890_880n)
  })

  test.each([
    ['amount', 11n * sol],
    ['fees', 10n * sol - priorityFee - 1n],
    ['opening', 1_000n],
  ])('is not requested when it is too little for the %s', async (reason, units) => {
    const callCount = wallet.calls.length
    const transfer = transferOf(newRecipient(), units)
    const code = 'transfer/not-enough-coins'
    await expect(send(transfer)).rejects.toMatchObject({ code, reason })
    expect(journal.entries()).toEqual([])
    expect(wallet.calls).toHaveLength(callCount)
    const fee = transfers.fee(transfer, signal)
    if (reason === 'opening') await expect(fee).rejects.toMatchObject({ code, reason })
    else expect(await fee).toBe(priorityFee)
  })

  test('is not sent to an address without a key', async () => {
    const orphan = PublicKey.findProgramAddressSync([Buffer.from('x')], tokenProgram)[0]
    for (const recipient of [tokenProgram, orphan]) {
      const refused = { code: 'transfer/refused' }
      await expect(send(transferOf(recipient, sol))).rejects.toMatchObject(refused)
    }
  })

  test('is not sent when the wallet took too long or changed the transaction', async () => {
    const { 'solana:signTransaction': honest } = wallet.wallet.features
    const recipient = newRecipient()
    const sign = (change: (bytes: Uint8Array) => Uint8Array) => ({
      signTransaction: ({ account, transaction }: { account: unknown; transaction: Uint8Array }) =>
        (honest as { signTransaction(input: object): Promise<unknown> }).signTransaction({
          account,
          transaction: change(transaction),
        }),
    })
    try {
      wallet.wallet.features['solana:signTransaction'] = sign((bytes) => {
        for (let slot = 0; slot <= 150; slot += 1) ledger.advanceSlot()
        return bytes
      })
      const expired = { code: 'transfer/expired' }
      await expect(send(transferOf(recipient, sol))).rejects.toMatchObject(expired)
      wallet.wallet.features['solana:signTransaction'] = sign((bytes) => {
        const transaction = VersionedTransaction.deserialize(bytes)
        const [own, , ...rest] = transaction.message.staticAccountKeys
        const thief = [own as PublicKey, newRecipient(), ...rest]
        Object.assign(transaction.message, { accountKeys: thief })
        return transaction.serialize()
      })
      const changed = { code: 'wallet/wrong-transaction' }
      await expect(send(transferOf(recipient, sol))).rejects.toMatchObject(changed)
    } finally {
      wallet.wallet.features['solana:signTransaction'] = honest as object
    }
    expect(journal.entries()).toEqual([])
    expect(await balanceOf(recipient)).toBe(0n)
  })

  test('is reported as dropped after its block height has expired', async () => {
    const hash = '4'.repeat(87)
    const from = alice.publicKey.toBase58()
    const follow = (nonce?: string) =>
      transfers.follow({ transaction: { from, hash, nonce }, network, signal })
    const slot = ledger.slot()
    expect(await follow()).toEqual({ status: 'dropped', isProvisional: true })
    expect(await follow(`${slot}`)).toEqual({ status: 'pending' })
    expect(await follow(`${slot - 1}`)).toEqual({ status: 'dropped' })
  })
})

describe('tokens', () => {
  test.each([
    ['of the Token program', tokenProgram, 165n, 5_000_000n],
    // A tenth is withheld, and the recipient's account stores the withheld amount.
    ['of Token-2022 with a transfer fee', token2022, 182n, 4_500_000n],
  ])('%s are sent to a newly created token account', async (_, program, size, arrives) => {
    const mint = await issue(program)
    const token = { address: mint.toBase58(), symbol: 'TKN', decimals: 6 }
    const recipient = newRecipient()
    const transfer = transferOf(recipient, 5_000_000n, token)
    const balance = (owner: PublicKey) =>
      transfers.balance({ address: owner.toBase58(), token, network, signal })
    expect(await balance(alice.publicKey)).toBe(9_000_000n)
    expect(await balance(recipient)).toBe(0n)
    const deposit = BigInt(ledger.minimumBalance(Number.parseInt(`${size}`, 10)))
    const withheld = 5_000_000n - arrives
    expect(await transfers.terms?.(transfer, signal)).toEqual({ deposit, withheld })
    const fee = await transfers.fee(transfer, signal)
    const before = await balanceOf(alice.publicKey)
    await send(transfer)
    expect(await balanceOf(alice.publicKey)).toBe(before - fee)
    expect(await balance(alice.publicKey)).toBe(4_000_000n)
    expect(await balance(recipient)).toBe(arrives)
    const again = transferOf(recipient, 1n, token)
    expect((await transfers.terms?.(again, signal))?.deposit).toBe(0n)
    expect(await transfers.fee(again, signal)).toBeLessThan(fee - deposit + 1n)
    await send(again)
    const [, , entry] = ledger.recordsOf(recipient.toBase58())
    expect(entry).toBeUndefined()
  })

  test.each<[string, Rate, bigint]>([
    ['up to a limit', { max: 123_456n }, 123_456n],
    ['rounded up', { basisPoints: 1 }, 500n],
    ['before a new rate starts', { basisPoints: 5_000, since: 2n ** 32n }, 500_000n],
  ])('withhold the announced fee %s', async (_, rate, withheld) => {
    const mint = await issue(token2022, rate)
    const token = { address: mint.toBase58(), symbol: 'TKN', decimals: 6 }
    const recipient = newRecipient()
    const units = rate.basisPoints === 1 ? 4_999_999n : 5_000_000n
    const transfer = transferOf(recipient, units, token)
    expect((await transfers.terms?.(transfer, signal))?.withheld).toBe(withheld)
    await send(transfer)
    const address = recipient.toBase58()
    expect(await transfers.balance({ address, token, network, signal })).toBe(units - withheld)
  })

  test.each([
    ['first', tokenProgram, 0n],
    ['second', token2022, 1_150_000n],
  ])('of the %s program in other token accounts are sent too', async (_, program, withheld) => {
    const mint = await issue(program)
    const token = { address: mint.toBase58(), symbol: 'TKN', decimals: 6 }
    const balance = (owner: PublicKey) =>
      transfers.balance({ address: owner.toBase58(), token, network, signal })
    const [big, small, frozen, foreign] = [
      createHolding(mint, program, { amount: 2_000_000n }),
      createHolding(mint, program, { amount: 1_000_000n }),
      createHolding(mint, program, { amount: 7_000_000n, isFrozen: true }),
      createHolding(mint, program, { amount: 7_000_000n, owner: newRecipient() }),
    ].map((key) => key.toBase58())
    expect(await balance(alice.publicKey)).toBe(12_000_000n)
    const recipient = newRecipient()
    // The associated account holds enough, so the others are not used.
    await send(transferOf(recipient, 1_000_000n, token))
    expect(ledger.recordsOf(big ?? '')).toEqual([])
    const rest = transferOf(recipient, 10_500_000n, token)
    await send(rest)
    expect(await balance(alice.publicKey)).toBe(500_000n)
    expect(await balance(recipient)).toBe(11_500_000n - withheld)
    expect(ledger.recordsOf(small ?? '')).toHaveLength(1)
    for (const key of [frozen, foreign]) expect(ledger.recordsOf(key ?? '')).toEqual([])
    const tooMuch = transferOf(recipient, 500_001n, token)
    await expect(send(tooMuch)).rejects.toMatchObject({ code: 'send/insufficient-funds' })
  })

  test('that are missing or have other decimals are not requested', async () => {
    const mint = (await issue(tokenProgram)).toBase58()
    const token = { address: mint, symbol: 'TKN', decimals: 6 }
    const transfer = transferOf(newRecipient(), 9_000_001n, token)
    await expect(send(transfer)).rejects.toMatchObject({ code: 'send/insufficient-funds' })
    expect(await transfers.fee(transfer, signal)).toBeGreaterThan(2_000_000n)
    const wrong = transferOf(newRecipient(), 1n, { ...token, decimals: 9 })
    await expect(send(wrong)).rejects.toMatchObject({ code: 'wallet/invalid-request' })
    const nothing = transferOf(newRecipient(), 1n, {
      ...token,
      address: alice.publicKey.toBase58(),
    })
    await expect(send(nothing)).rejects.toMatchObject({ code: 'wallet/invalid-request' })
    expect(journal.entries()).toEqual([])
  })
})

describe("a site's own transactions", () => {
  const make = async () => {
    const { blockhash } = await chain.getLatestBlockhash()
    ledger.advanceSlot()
    const transaction = new Transaction({
      feePayer: alice.publicKey,
      recentBlockhash: blockhash,
    } as never)
    const [fromPubkey, toPubkey] = [alice.publicKey, newRecipient()]
    return transaction.add(SystemProgram.transfer({ fromPubkey, toPubkey, lamports: sol }))
  }

  test('are sent by the widget and recorded', async () => {
    const provider = session.provider as SolanaProvider
    const options = { preflightCommitment: 'singleGossip' } as const
    const hash = await provider.sendTransaction(await make(), options)
    expect(ledger.record(hash)?.err).toBeNull()
    expect(journal.entries()).toMatchObject([{ status: 'pending', hash, request: { value: '0' } }])
  })
})

/** Creates a token and gives alice nine. */
async function issue(program: PublicKey, rate: Rate = {}): Promise<PublicKey> {
  const mint = Keypair.generate().publicKey
  ledger.setAccount({
    address: address(mint.toBase58()),
    lamports: lamports(sol),
    programAddress: address(program.toBase58()),
    executable: false,
    data: program === token2022 ? withFees(mintData(), rate) : mintData(),
  })
  const [holding] = PublicKey.findProgramAddressSync(
    [alice.publicKey, program, mint].map((key) => key.toBuffer()),
    associated,
  )
  const read = (pubkey: PublicKey) => ({ pubkey, isSigner: false, isWritable: false })
  const write = (pubkey: PublicKey, isSigner = false) => ({ pubkey, isSigner, isWritable: true })
  const owner = write(alice.publicKey, true)
  const amount = Buffer.alloc(9)
  amount.writeUInt8(7)
  amount.writeBigUInt64LE(9_000_000n, 1)
  const transaction = new Transaction().add(
    new TransactionInstruction({
      programId: associated,
      keys: [
        owner,
        write(holding),
        read(alice.publicKey),
        read(mint),
        read(SystemProgram.programId),
        read(program),
      ],
      data: Buffer.from([1]),
    }),
    new TransactionInstruction({
      programId: program,
      keys: [write(mint), write(holding), owner],
      data: amount,
    }),
  )
  transaction.feePayer = alice.publicKey
  transaction.recentBlockhash = (await chain.getLatestBlockhash()).blockhash
  transaction.sign(alice)
  const hash = await chain.sendRawTransaction(transaction.serialize())
  expect(ledger.record(hash)?.err).toBeNull()
  ledger.advanceSlot()
  return mint
}

/** Six decimals, with alice as authority. */
function mintData(): Uint8Array {
  const data = Buffer.alloc(82)
  data.writeUInt32LE(1, 0)
  alice.publicKey.toBuffer().copy(data, 4)
  data.writeUInt8(6, 44)
  data.writeUInt8(1, 45)
  return data
}

type Rate = { basisPoints?: number; max?: bigint; since?: bigint }

/** The transfer fee extension: a tenth, or the given rate, from an epoch on. */
function withFees(
  mint: Uint8Array,
  { basisPoints = 1_000, max = 2n ** 60n, since = 0n }: Rate,
): Uint8Array {
  const data = Buffer.alloc(166 + 4 + 108)
  data.set(mint)
  data.writeUInt8(1, 165)
  data.writeUInt16LE(1, 166)
  data.writeUInt16LE(108, 168)
  const [older, newer] = [170 + 72, 170 + 90] as const
  data.writeBigUInt64LE(2n ** 60n, older + 8)
  data.writeUInt16LE(1_000, older + 16)
  data.writeBigUInt64LE(since, newer)
  data.writeBigUInt64LE(max, newer + 8)
  data.writeUInt16LE(basisPoints, newer + 16)
  return data
}

/** Another token account of alice at a random address. */
function createHolding(
  mint: PublicKey,
  program: PublicKey,
  {
    amount,
    owner = alice.publicKey,
    isFrozen = false,
  }: {
    amount: bigint
    owner?: PublicKey
    isFrozen?: boolean
  },
): PublicKey {
  const key = newRecipient()
  // Accounts of Token-2022 store the withheld fees.
  const data = Buffer.alloc(program === token2022 ? 166 + 12 : 165)
  mint.toBuffer().copy(data, 0)
  owner.toBuffer().copy(data, 32)
  data.writeBigUInt64LE(amount, 64)
  data.writeUInt8(isFrozen ? 2 : 1, 108)
  if (program === token2022) {
    data.writeUInt8(2, 165)
    data.writeUInt16LE(2, 166)
    data.writeUInt16LE(8, 168)
  }
  ledger.setAccount({
    address: address(key.toBase58()),
    lamports: lamports(sol),
    programAddress: address(program.toBase58()),
    executable: false,
    data,
  })
  return key
}
