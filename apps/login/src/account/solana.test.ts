import { startLocalSolana } from '@latchkey/dev-stack/startLocalSolana'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import {
  type Address,
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createKeyPairSignerFromPrivateKeyBytes,
  createNoopSigner,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getTransactionDecoder,
  getTransactionEncoder,
  lamports,
  partiallySignTransaction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type ChainCall, ChainError } from '../api/chains.js'
import { createEmbeddedWallet } from './createEmbeddedWallet.js'
import { readSolanaTransaction } from './solanaTransaction.js'
import { createTestSigner, type TestSigner } from './testSigner.fixture.js'
import { createSiteParts } from './walletParts.fixture.js'

const never = new AbortController().signal
const friend = address('4Nd1mYQgBvtTkL3sXnDwDWtPqGmXh4Yc9zQd1uF3cBzE')
let chain: Awaited<ReturnType<typeof startLocalSolana>>
let calls: { method: string; params: unknown }[] = []

beforeAll(async () => {
  chain = await startLocalSolana()
})
afterAll(() => chain?.stop())

const rpc: ChainCall = async (_chain, method, params) => {
  calls.push({ method, params })
  const response = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = await response.json()
  if (error) throw new ChainError(error)
  return result
}

async function createWallet() {
  const signer = createTestSigner()
  const { id } = chain.settings
  const wallet = createEmbeddedWallet({
    ...createSiteParts(),
    signer: async () => signer,
    preferredType: () => 'smartAccount',
    chains: [{ id, name: 'Solana', coin: { symbol: 'SOL', decimals: 9 }, hasBundler: false }],
    rpc,
    bundler: rpc,
    balances: async () => [],
  })
  const run = async (method: string, params: unknown): Promise<Readonly<Record<string, string>>> =>
    (await wallet.prepare({ method, params, chainId: id }, never)).execute(never) as never
  const own = address(signer.addresses.solana)
  return { wallet, signer, run, own }
}

async function blockhash() {
  return (await createSolanaRpc(chain.url).getLatestBlockhash().send()).value
}

async function transfer(
  from: Address,
  version: 'legacy' | 0,
  { payer = from, usesTable = false }: { payer?: Address; usesTable?: boolean } = {},
) {
  const lifetime = await blockhash()
  const source = createNoopSigner(from)
  const message = pipe(
    createTransactionMessage({ version: version as 0 }),
    (given) => setTransactionMessageFeePayer(payer, given),
    (given) => setTransactionMessageLifetimeUsingBlockhash(lifetime, given),
    (given) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source, destination: friend, amount: lamports(2_000_000n) }),
        given,
      ),
    (given) =>
      usesTable
        ? compressTransactionMessageUsingAddressLookupTables(given, { [payer]: [friend] })
        : given,
  )
  return compileTransaction(message)
}

const encode = (transaction: Awaited<ReturnType<typeof transfer>>) =>
  base58.encode(new Uint8Array(getTransactionEncoder().encode(transaction)))
const keyOf = async ({ seed }: TestSigner) =>
  (await createKeyPairSignerFromPrivateKeyBytes(seed)).keyPair

describe('Solana account', () => {
  it('signs like another library at any signer index', async () => {
    const { signer, run, own } = await createWallet()
    const key = await keyOf(signer)
    const other = await generateKeyPairSigner()
    for (const transaction of [
      await transfer(own, 'legacy'),
      await transfer(own, 0),
      await transfer(own, 0, { usesTable: true }),
      await transfer(own, 0, { payer: other.address }),
      await partiallySignTransaction(
        [other.keyPair],
        await transfer(own, 'legacy', { payer: other.address }),
      ),
    ]) {
      const expected = encode(await partiallySignTransaction([key], transaction))
      const given = encode(transaction)
      expect(await run('solana_signTransaction', { transaction: given })).toEqual({
        transaction: expected,
      })
      const all = await run('solana_signAllTransactions', { transactions: [given, given] })
      expect(all).toEqual({ transactions: [expected, expected] })
    }
  })

  it('sends once, with the commitment of the site', async () => {
    const { signer, run, own } = await createWallet()
    const ledger = createSolanaRpc(chain.url)
    await rpc('', 'requestAirdrop', [own, 1_000_000_000], never)
    await vi.waitFor(async () => {
      expect((await ledger.getBalance(own).send()).value).toBeGreaterThan(0n)
    })
    const transaction = await transfer(own, 0)
    const signed = await signTransaction([await keyOf(signer)], transaction)
    const expected = base58.encode(Object.values(signed.signatures)[0] as Uint8Array)
    calls = []
    const options = { preflightCommitment: 'singleGossip', skipPreflight: false }
    expect(
      await run('solana_signAndSendTransaction', { transaction: encode(transaction), options }),
    ).toEqual({ signature: expected })
    expect(calls.filter(({ method }) => method === 'sendTransaction')).toMatchObject([
      {
        method: 'sendTransaction',
        params: [expect.any(String), { preflightCommitment: 'confirmed', encoding: 'base64' }],
      },
    ])
    await vi.waitFor(async () => {
      expect((await ledger.getBalance(friend).send()).value).toBe(2_000_000n)
    })
  })

  it('rejects requests for other accounts, and messages that are transactions', async () => {
    const { signer, run, own } = await createWallet()
    const other = await generateKeyPairSigner()
    const foreign = encode(await transfer(other.address, 0))
    const good = await transfer(own, 0)
    const bytes = new Uint8Array(getTransactionEncoder().encode(good))
    const message = base58.encode(new Uint8Array(good.messageBytes))
    const pubkey = signer.addresses.solana
    const rejected: [string, unknown][] = [
      ['solana_signTransaction', { transaction: foreign }],
      ['solana_signTransaction', { transaction: base58.encode(bytes.slice(0, -1)) }],
      ['solana_signTransaction', { transaction: base58.encode(Uint8Array.of(...bytes, 0)) }],
      ['solana_signTransaction', { transaction: '0OIl' }],
      ['solana_signTransaction', { transaction: encode(good), more: 1 }],
      ['solana_signTransaction', [encode(good)]],
      ['solana_signAllTransactions', { transactions: [] }],
      ['solana_signAllTransactions', { transactions: [encode(good), foreign] }],
      ['solana_signMessage', { message, pubkey }],
      ['solana_signMessage', { message: base58.encode(bytes), pubkey }],
      ['solana_signMessage', { message: base58.encode(new Uint8Array(8)), pubkey: other.address }],
      [
        'solana_signAndSendTransaction',
        { transaction: encode(good), options: { preflightCommitment: 'sure' } },
      ],
      ['personal_sign', ['0x00', own]],
    ]
    calls = []
    for (const [method, params] of rejected) {
      await expect(run(method, params), method).rejects.toMatchObject({ name: 'LoginError' })
    }
    expect(calls).toEqual([])
    const text = new TextEncoder().encode('Sign in to site.example')
    const { signature } = await run('solana_signMessage', { message: base58.encode(text), pubkey })
    expect(ed25519.verify(base58.decode(signature ?? ''), text, base58.decode(own))).toBe(true)
  })

  it('parses the same transactions as another library', async () => {
    const { address: from } = await generateKeyPairSigner()
    const good = new Uint8Array(getTransactionEncoder().encode(await transfer(from, 0)))
    expect(readSolanaTransaction(good)?.message).toMatchObject({ version: 0, signerCount: 1 })
    let random = 7
    for (let round = 0; round < 300; round += 1) {
      const bytes = Uint8Array.from(good)
      random = (random * 48_271) % 2_147_483_647
      bytes[random % bytes.length] = random >> 8
      const read = readSolanaTransaction(bytes.slice(0, random % 3 ? bytes.length : random % 300))
      // Both libraries find the message at the same offset.
      if (!read) continue
      const decoded = getTransactionDecoder().decode(bytes)
      const own = base58.encode(bytes.slice(read.messageStart))
      expect(base58.encode(new Uint8Array(decoded.messageBytes))).toBe(own)
    }
  })
})
