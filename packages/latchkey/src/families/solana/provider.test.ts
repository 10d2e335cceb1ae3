import type { NetworkId } from '@latchkey/wire/caip'
import { base58, base64 } from '@scure/base'
import {
  address,
  appendTransactionMessageInstruction,
  assertIsFullySignedTransaction,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import {
  Keypair,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeSolanaNode } from '../../../fixtures/fakeSolanaNode.js'
import { createFakeSolanaWallet, isSignedBy } from '../../../fixtures/fakeSolanaWallet.js'
import { createPairedTransport } from '../../../fixtures/pairedTransport.js'
import { solanaNetwork } from '../../../fixtures/solanaNetwork.js'
import type { ChainSession, LateResponse, WalletTransport } from '../../core/connection/family.js'
import { ChainNotSupportedError } from '../../core/runtime/errors/network.js'
import { InvalidRequestError, WrongTransactionError } from '../../core/runtime/errors/wallet.js'
import { solana } from './index.js'
import { createInPageTransport } from './inPageTransport.js'
import type { SolanaProvider } from './provider.js'

const mainnet = solanaNetwork('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const testnet = solanaNetwork('4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z')
const formerMainnet = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
const recentBlockhash = Keypair.generate().publicKey.toBase58()
const { signal } = new AbortController()

afterEach(() => vi.unstubAllGlobals())

async function connect(transport: WalletTransport) {
  const node = createFakeSolanaNode()
  vi.stubGlobal('fetch', node.fetch)
  const journal = createFakeJournal()
  const clock = createFakeClock()
  const session = (await (
    await solana().loadAdapter()
  ).attach({
    transport,
    mode: 'ask',
    network: mainnet,
    networks: () => [mainnet, testnet],
    ports: { clock },
    journal: async () => journal,
    signal,
  })) as ChainSession
  return { session, node, journal, clock, provider: session.provider as SolanaProvider }
}

function inPage() {
  const fake = createFakeSolanaWallet()
  const [key] = fake.keys as [Keypair]
  return { fake, key, transport: createInPageTransport(fake.wallet) }
}

function paired(
  networkId: NetworkId = mainnet.id,
  methods: readonly string[] = ['solana_signTransaction'],
) {
  const fake = createFakeSolanaWallet()
  const [key] = fake.keys as [Keypair]
  const wallet = createPairedTransport({
    accounts: [`${networkId}:${fake.addresses[0]}`],
    networks: [networkId],
    answer: ({ method, params }) => fake.answer(method, Object(params)),
  })
  const hasMethod = (method: string) => methods.includes(method)
  return { fake, key, wallet, transport: { ...wallet.transport, hasMethod } }
}

const move = (from: Keypair, payer = from) => ({
  payerKey: payer.publicKey,
  recentBlockhash,
  instructions: [
    SystemProgram.transfer({
      fromPubkey: from.publicKey,
      toPubkey: Keypair.generate().publicKey,
      lamports: 1n,
    }),
  ],
})

function legacy(from: Keypair, payer = from): Transaction {
  const { instructions } = move(from)
  const transaction = new Transaction().add(...instructions)
  transaction.feePayer = payer.publicKey
  transaction.recentBlockhash = recentBlockhash
  return transaction
}

const versioned = (from: Keypair) =>
  new VersionedTransaction(new TransactionMessage(move(from)).compileToV0Message())

describe('transactions', () => {
  it('are returned in the type they were passed in', async () => {
    const { key, transport } = inPage()
    const { provider } = await connect(transport)
    const own = key.publicKey.toBase58()

    const older = await provider.signTransaction(legacy(key))
    expect(older).toBeInstanceOf(Transaction)
    expect(older.verifySignatures()).toBe(true)

    const newer = await provider.signTransaction(versioned(key))
    expect(newer).toBeInstanceOf(VersionedTransaction)
    const [signature] = newer.signatures as [Uint8Array]
    expect(isSignedBy(own, newer.message.serialize(), signature)).toBe(true)

    const bytes = await provider.signTransaction(versioned(key).serialize())
    const [first] = VersionedTransaction.deserialize(bytes).signatures as [Uint8Array]
    expect(first.some((byte) => byte !== 0)).toBe(true)

    const lifetime = { blockhash: blockhash(recentBlockhash), lastValidBlockHeight: 9n }
    const ofKit = pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayer(address(own), message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) =>
        appendTransactionMessageInstruction(
          { programAddress: address(recentBlockhash), data: new Uint8Array([1]) },
          message,
        ),
      compileTransaction,
    )
    const signed = await provider.signTransaction(ofKit)
    assertIsFullySignedTransaction(signed)
    expect(signed.lifetimeConstraint).toEqual(ofKit.lifetimeConstraint)
    const made = signed.signatures[address(own)] as unknown as Uint8Array
    expect(isSignedBy(own, Uint8Array.from(signed.messageBytes), made)).toBe(true)
  })

  it('keep other signatures and are rejected when one is removed', async () => {
    const { key, wallet, transport } = paired()
    const { provider } = await connect(transport)
    const payer = Keypair.generate()
    const shared = legacy(key, payer)
    shared.partialSign(payer)
    const signed = await provider.signTransaction(shared)
    expect(signed.verifySignatures(true)).toBe(true)

    const { answer } = wallet
    wallet.answer = ({ params, ...call }) => {
      const changed = legacy(key, payer)
      const bytes = changed.serialize({ requireAllSignatures: false })
      return answer({ ...call, params: { ...Object(params), transaction: base64.encode(bytes) } })
    }
    await expect(provider.signTransaction(shared)).rejects.toBeInstanceOf(WrongTransactionError)
  })

  it('are assembled when the wallet returns only a signature', async () => {
    const { key, wallet, transport } = paired()
    const { provider } = await connect(transport)
    const { answer } = wallet
    wallet.answer = async (call) => {
      const { transaction } = Object(await answer(call))
      return { signature: base58.encode(base64.decode(transaction).slice(1, 65)) }
    }
    const transaction = legacy(key)
    const signed = await provider.signTransaction(transaction)
    expect(signed.verifySignatures()).toBe(true)
    // For wallets that do not parse the bytes.
    const { instructions } = move(key)
    expect(wallet.calls[0]?.params).toMatchObject({
      pubkey: key.publicKey.toBase58(),
      feePayer: key.publicKey.toBase58(),
      recentBlockhash,
      instructions: [
        {
          programId: SystemProgram.programId.toBase58(),
          data: base58.encode(Uint8Array.from(instructions[0]?.data ?? [])),
          keys: [
            { pubkey: key.publicKey.toBase58(), isSigner: true, isWritable: true },
            { isSigner: false, isWritable: true },
          ],
        },
      ],
    })
  })

  it('are signed one by one when the wallet cannot sign a batch', async () => {
    const { key, wallet, transport } = paired()
    const { provider } = await connect(transport)
    const signed = await provider.signAllTransactions([legacy(key), legacy(key)])
    expect(signed.map((one) => one.verifySignatures())).toEqual([true, true])
    expect(wallet.calls.map(({ method }) => method)).toEqual([
      'solana_signTransaction',
      'solana_signTransaction',
    ])
    const page = inPage()
    const { provider: atOnce } = await connect(page.transport)
    const list = [versioned(page.key), versioned(page.key)]
    expect(await atOnce.signAllTransactions(list)).toHaveLength(2)
    expect(page.fake.calls.map(({ method }) => method)).toEqual(['connect', 'signTransaction'])
  })

  it('that are malformed or of other accounts are not sent to the wallet', async () => {
    const { fake, transport } = inPage()
    const { provider } = await connect(transport)
    const unfinished = new Transaction()
    const foreign = legacy(Keypair.generate())
    for (const bad of [unfinished, foreign, new Uint8Array(9), {}, null, 'x', new Uint8Array()]) {
      const error = await provider.signTransaction(bad as never).catch((reason) => reason)
      expect(error).toBeInstanceOf(InvalidRequestError)
    }
    await expect(provider.signAllTransactions([])).rejects.toBeInstanceOf(InvalidRequestError)
    await expect(provider.signMessage('text' as never)).rejects.toBeInstanceOf(InvalidRequestError)
    expect(fake.calls).toHaveLength(1)
  })

  it('are sent with current commitment names only', async () => {
    const { key, fake, transport } = inPage()
    const { provider, node, journal } = await connect(transport)
    const sent = await provider.sendTransaction(legacy(key), { preflightCommitment: 'recent' })
    const [call] = node.calls.filter(({ method }) => method === 'sendTransaction')
    expect(call?.params[1]).toEqual({ encoding: 'base64', preflightCommitment: 'processed' })
    await provider.signAndSendTransaction(legacy(key), { preflightCommitment: 'root' })
    expect(fake.calls.at(-1)?.input[0]).toMatchObject({
      chain: 'solana:mainnet',
      options: { preflightCommitment: 'finalized' },
    })
    expect(journal.entries()).toHaveLength(2)
    expect(journal.entries().at(-1)).toMatchObject({ hash: sent, request: { value: '0' } })
    const options = { preflightCommitment: 'soon' } as never
    await expect(provider.sendTransaction(legacy(key), options)).rejects.toBeInstanceOf(
      InvalidRequestError,
    )
    expect(() => solana({ commitment: 'soon' as never })).toThrow('commitment')
    expect(() => solana({ preflightCommitment: 'max' })).not.toThrow()
  })

  it('are sent again with the same bytes until confirmed', async () => {
    const { key, fake, transport } = inPage()
    const { provider, node, clock } = await connect(transport)
    let status: object | null = null
    node.answer('getSignatureStatuses', () => ({ value: [status] }))
    node.answer('sendTransaction', ({ params: [text] }) => {
      sent.push(text)
      if (sent.length === 1) throw new Error('The node is gone')
      return base58.encode(base64.decode(String(text)).slice(1, 65))
    })
    const sent: unknown[] = []
    await provider.sendTransaction(legacy(key))
    for (const count of [2, 3]) {
      await clock.advance(2_000)
      await expect.poll(() => sent.length).toBe(count)
    }
    status = { slot: 6, err: null, confirmationStatus: 'confirmed' }
    await clock.advance(60_000)
    await expect.poll(() => clock.sleepers).toBe(0)
    expect(new Set(sent).size).toBe(1)
    expect(sent.length).toBeLessThan(5)
    expect(fake.calls.filter(({ method }) => method === 'signTransaction')).toHaveLength(1)
  })
})

describe('a paired wallet', () => {
  it('gets the old network id when it approved only that', async () => {
    const { wallet, transport } = paired(formerMainnet)
    const { session, provider } = await connect(transport)
    expect(session.networkId()).toBe(mainnet.id)
    expect(session.approvedNetworks()).toEqual([mainnet.id])
    await provider.signMessage(new Uint8Array([1]))
    expect(wallet.calls[0]?.network).toBe(formerMainnet)
    await expect(session.switchNetwork(testnet, signal)).rejects.toBeInstanceOf(
      ChainNotSupportedError,
    )
    const { pairingNeeds } = await solana().loadAdapter()
    expect(pairingNeeds([mainnet, testnet]).chains).toEqual([mainnet.id, testnet.id, formerMainnet])
    expect(provider.signIn).toBeUndefined()
  })

  it('that responds late has its transaction recorded with its own request', async () => {
    const { transport, fake } = paired()
    let notify: (late: LateResponse) => void = () => {}
    const { journal } = await connect({
      ...transport,
      onLate(listener) {
        notify = listener
        return () => {}
      },
    })
    const from = fake.addresses[0] ?? ''
    const request = { to: from, value: '1' }
    const { id } = journal.open({ networkId: mainnet.id, from, request })
    journal.claim(id, request)
    const late = (signature: string) =>
      notify({
        method: 'solana_signAndSendTransaction',
        networkId: formerMainnet,
        response: { signature },
      })
    const [one, other] = ['3'.repeat(88), '4'.repeat(88)]
    late(one)
    await expect.poll(() => journal.entries().length).toBe(2)
    const claimed = journal.open({ networkId: mainnet.id, from, request: { value: '0' } })
    journal.claim(claimed.id, { value: '0' })
    late(other)
    await expect
      .poll(() => journal.entries().find((entry) => entry.id === claimed.id))
      .toMatchObject({ status: 'pending', hash: other, isLate: true })
    late(one)
    expect(journal.entries().map(({ hash }) => hash)).toEqual([other, one, undefined])
  })
})

describe('an in-page wallet', () => {
  it('does not switch to networks it does not list', async () => {
    const { transport } = inPage()
    const { session } = await connect(transport)
    await expect(session.switchNetwork(testnet, signal)).rejects.toBeInstanceOf(
      ChainNotSupportedError,
    )
    expect(session.networkId()).toBe(mainnet.id)
  })

  it('signs in with an account of this connection', async () => {
    const { fake, transport } = inPage()
    const { provider } = await connect(transport)
    const { account, signature, signedMessage } =
      (await provider.signIn?.({ nonce: 'abcdefgh' })) ?? Object()
    expect(account.address).toBe(fake.addresses[0])
    expect(isSignedBy(account.address, signedMessage, signature)).toBe(true)
    expect(new TextDecoder().decode(signedMessage)).toContain('abcdefgh')
    fake.state.impostor = Keypair.generate()
    await expect(provider.signIn?.()).rejects.toMatchObject({ code: 'wallet/wrong-signer' })
  })

  it('reports its account to sites until it disconnects', async () => {
    const { fake, transport } = inPage()
    const { session, provider } = await connect(transport)
    const received: unknown[] = []
    const note = (what: unknown) => received.push(what)
    provider.on('accountsChanged', note)
    provider.on('disconnect', note)
    const [one, other] = fake.addresses
    expect(provider.publicKey.toBase58()).toBe(one)
    fake.emit({ accounts: [...fake.accounts].reverse() })
    expect(provider.address).toBe(other)
    await session.end({ notifyWallet: false })
    expect(received).toEqual([[other, one], undefined])
    expect(fake.listenerCount).toBe(0)
  })
})
