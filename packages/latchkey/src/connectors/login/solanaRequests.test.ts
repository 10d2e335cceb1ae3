import { base58 } from '@scure/base'
import { Keypair, SystemProgram, Transaction, VersionedTransaction } from '@solana/web3.js'
import { afterEach, expect, it, vi } from 'vitest'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeSolanaNode } from '../../../fixtures/fakeSolanaNode.js'
import { isSignedBy, signDetached } from '../../../fixtures/fakeSolanaWallet.js'
import { solanaNetwork } from '../../../fixtures/solanaNetwork.js'
import { createTestWidget, testNetworks } from '../../../fixtures/testWidget.js'
import type { ChainSession } from '../../core/connection/family.js'
import { solana } from '../../families/solana/index.js'
import type { SolanaProvider } from '../../families/solana/provider.js'
import { createLoginTransport } from './loginTransport.js'

const key = Keypair.fromSeed(new Uint8Array(32).fill(5))
const address = key.publicKey.toBase58()
const network = solanaNetwork('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const { signal } = new AbortController()

afterEach(() => vi.unstubAllGlobals())

/** The embedded wallet's account, with a frame that accepts only base58 and known options. */
async function signIn() {
  const node = createFakeSolanaNode()
  vi.stubGlobal('fetch', node.fetch)
  const { widget, clock, end } = createTestWidget({
    options: { networks: [testNetworks.solana], families: [solana()] },
  })
  const requests: unknown[] = []
  const sign = (text: unknown) => {
    const transaction = VersionedTransaction.deserialize(base58.decode(String(text)))
    transaction.sign([key])
    return transaction
  }
  const frame: Record<string, (params: Record<string, unknown>) => unknown> = {
    solana_signMessage: ({ message }) => ({
      signature: base58.encode(signDetached(key, base58.decode(String(message)))),
    }),
    solana_signTransaction: ({ transaction }) => ({
      transaction: base58.encode(sign(transaction).serialize()),
    }),
    solana_signAllTransactions: ({ transactions }) => ({
      transactions: (transactions as string[]).map((one) => base58.encode(sign(one).serialize())),
    }),
    solana_signAndSendTransaction: ({ transaction }) => ({
      signature: base58.encode(sign(transaction).signatures[0] as Uint8Array),
    }),
  }
  const transport = createLoginTransport({
    widget,
    namespace: 'solana',
    request: (async (name: string, payload: unknown) => {
      if (name === 'GET_USER') return { address, chainId: network.reference }
      const { method, params, ...chainFields } = payload as {
        method: string
        params: Record<string, unknown>
      }
      requests.push({ method, fields: Object.keys(params), ...chainFields })
      return frame[method]?.(params)
    }) as never,
    signOut: async () => {},
    onUser: () => {},
    onLate: () => () => {},
  })
  const journal = createFakeJournal()
  const session = (await (
    await solana().loadAdapter()
  ).attach({
    transport,
    mode: 'ask',
    network,
    networks: () => [network],
    ports: { clock },
    journal: async () => journal,
    signal,
  })) as ChainSession
  return { session, requests, node, journal, end, provider: session.provider as SolanaProvider }
}

const transfer = () => {
  const transaction = new Transaction()
  transaction.feePayer = key.publicKey
  transaction.recentBlockhash = Keypair.generate().publicKey.toBase58()
  const [fromPubkey, toPubkey] = [key.publicKey, Keypair.generate().publicKey]
  return transaction.add(SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 1n }))
}

it("uses the frame's encoding and only options it supports", async () => {
  const { provider, requests, end } = await signIn()
  const message = new TextEncoder().encode('hello')
  expect(isSignedBy(address, message, await provider.signMessage(message))).toBe(true)
  expect((await provider.signTransaction(transfer())).verifySignatures()).toBe(true)
  const [one, other] = await provider.signAllTransactions([transfer(), transfer()])
  expect(one?.verifySignatures() && other?.verifySignatures()).toBe(true)
  const options = { preflightCommitment: 'max' } as const
  await provider.signAndSendTransaction(transfer(), options)
  const chainFields = {
    chainNamespace: 'solana',
    chainId: network.reference,
    rpcUrl: `https://rpc.test/${network.reference}`,
  }
  expect(requests).toEqual([
    { method: 'solana_signMessage', fields: ['message', 'pubkey'], ...chainFields },
    { method: 'solana_signTransaction', fields: ['transaction'], ...chainFields },
    { method: 'solana_signAllTransactions', fields: ['transactions'], ...chainFields },
    { method: 'solana_signAndSendTransaction', fields: ['transaction', 'options'], ...chainFields },
  ])
  expect(provider.signIn).toBeUndefined()
  end()
})

it('transfers with one confirmation and sends the confirmed transaction', async () => {
  const { session, requests, node, journal, end } = await signIn()
  const [account] = session.accounts()
  if (!account) throw new Error('Not connected')
  const recipient = Keypair.generate().publicKey.toBase58()
  const request = { to: recipient, value: '5' }
  const { id } = journal.open({ networkId: network.id, from: address, request })
  const token = { symbol: 'SOL', decimals: 9 }
  const hash = await session.transfer?.(
    { account, network, token, recipient, units: 5n },
    { entryId: id, signal },
  )
  expect(requests).toHaveLength(1)
  const sent = Transaction.from(node.sent[0] as Uint8Array)
  expect(sent.verifySignatures()).toBe(true)
  expect(base58.encode(sent.signature as Uint8Array)).toBe(hash)
  expect(journal.entries()).toMatchObject([{ status: 'pending', hash }])
  end()
})
