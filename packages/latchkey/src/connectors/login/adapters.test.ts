import type { FrameRequestName } from '@latchkey/wire/frame/requests'
import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import { verifyMessage } from 'viem'
import { afterEach, vi } from 'vitest'
import { adapterContract, type ContractWallet } from '../../../fixtures/adapterContract.js'
import { createFakeNode } from '../../../fixtures/fakeNode.js'
import { createFakeSolanaNode } from '../../../fixtures/fakeSolanaNode.js'
import { createFakeSolanaWallet, isSignedBy } from '../../../fixtures/fakeSolanaWallet.js'
import { createFakeWallet, type WalletBehaviour } from '../../../fixtures/fakeWallet.js'
import { createTestWidget, testNetworks } from '../../../fixtures/testWidget.js'
import { toNetwork } from '../../../fixtures/toNetwork.js'
import type { ChainFamily } from '../../core/connection/family.js'
import type { NetworkInput } from '../../core/network/network.js'
import { FrameError } from '../../core/runtime/errors/login.js'
import { eip155 } from '../../families/eip155/index.js'
import { solana } from '../../families/solana/index.js'
import { createLoginTransport } from './loginTransport.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.unstubAllGlobals()
})

type Sign = (method: string, params: unknown, address: string) => Promise<unknown>

/** The embedded wallet as a chain family sees it: one account at a time, signed for by `sign`. */
function embedded(
  family: ChainFamily,
  networks: readonly [NetworkInput, ...NetworkInput[]],
  addresses: readonly string[],
  sign: Sign,
): Omit<ContractWallet, 'signWithAnotherKey' | 'isSigned'> {
  const { widget, end } = createTestWidget({ options: { networks, families: [family] } })
  ends.push(end)
  const state = { behaviour: 'approve' as WalletBehaviour, prompts: 0, isSignedIn: true, user: 0 }
  const addressNow = () => addresses[state.user] as string

  async function request(name: FrameRequestName, payload: unknown): Promise<unknown> {
    if (name === 'GET_USER') return { address: addressNow(), chainId: 1 }
    if (name !== 'RPC_REQUEST') return undefined
    const { method, params } = payload as { method: string; params: unknown }
    state.prompts += 1
    if (state.behaviour === 'never') return new Promise(() => {})
    if (state.behaviour === 'refuse')
      throw new FrameError({ code: 'rejected', rpcCode: 4001, message: 'no' })
    return sign(method, params, addressNow())
  }

  const transport = createLoginTransport({
    widget,
    namespace: family.namespace,
    request: request as never,
    signOut: async () => {
      state.isSignedIn = false
    },
    onUser: () => {},
    onLate: () => () => {},
  })
  const { signal } = new AbortController()
  return {
    transport,
    addresses,
    promptCount: () => state.prompts,
    react: (behaviour) => {
      state.behaviour = behaviour
    },
    trust: () => {},
    isTrusted: () => state.isSignedIn,
    // Selects the other account type, which has another address.
    selectSecondAccount: () => {
      state.user = 1
      void transport.refresh(signal)
    },
    forget: () => transport.hangUp(),
    hangUp: () => transport.hangUp(),
    // Responses of the frame are validated before this point, so it can only repeat the same one.
    repeatState: () => void transport.refresh(signal),
  }
}

const { mainnet, base } = testNetworks
const evm = eip155()

adapterContract('eip155', {
  reached: 'by login',
  showsOneAccount: true,
  loadAdapter: () => evm.loadAdapter(),
  networks: [toNetwork(mainnet), toNetwork(base)],
  transfers: {
    recipient: '0x1563915e194D8CfBA1943570603F7606A3115508',
    misspelt: ['0x1563915E194D8CfBA1943570603F7606A3115508'],
  },
  createWallet() {
    const wallet = createFakeWallet()
    const impostor = createFakeWallet({ keys: [`0x${'33'.repeat(32)}`] })
    const node = createFakeNode()
    node.answer('eth_call', () => '0x')
    node.answer('eth_getTransactionByHash', () => ({ input: '0x', ...wallet.sent.at(-1) }))
    vi.stubGlobal('fetch', node.fetch)
    let isReplaced = false
    const sign: Sign = (method, params) => {
      if (!isReplaced) return wallet.provider.request({ method, params })
      const [message] = params as readonly unknown[]
      return impostor.provider.request({ method, params: [message, impostor.addresses[0]] })
    }
    return {
      ...embedded(evm, [mainnet, base], wallet.addresses, sign),
      signWithAnotherKey: () => {
        isReplaced = true
      },
      isSigned: ({ message, signature, address }) =>
        verifyMessage({ message, signature: signature as `0x`, address: address as `0x` }),
    }
  },
})

const cluster = testNetworks.solana
const devnet = { ...cluster, id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1', name: 'Solana Devnet' }
const svm = solana()

adapterContract('solana', {
  reached: 'by login',
  showsOneAccount: true,
  loadAdapter: () => svm.loadAdapter(),
  networks: [toNetwork(cluster), toNetwork(devnet)],
  transfers: {
    recipient: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    misspelt: ['oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq9O'],
  },
  createWallet() {
    const fake = createFakeSolanaWallet()
    vi.stubGlobal('fetch', createFakeSolanaNode().fetch)
    /** The frame encodes transactions in base58 and knows their signer. */
    const sign: Sign = async (method, params, pubkey) => {
      const { transaction } = params as { transaction?: string }
      if (transaction === undefined) return fake.answer(method, { ...(params as object), pubkey })
      const given = Buffer.from(base58.decode(transaction)).toString('base64')
      const answer = await fake.answer(method, { transaction: given, pubkey })
      const signed = (answer as { transaction: string }).transaction
      return { transaction: base58.encode(Buffer.from(signed, 'base64')) }
    }
    return {
      ...embedded(svm, [cluster, devnet], fake.addresses, sign),
      signWithAnotherKey: () => {
        fake.state.impostor = Keypair.fromSeed(new Uint8Array(32).fill(9))
      },
      isSigned: async ({ message, signature, address }) =>
        isSignedBy(address, new TextEncoder().encode(message), base58.decode(signature)),
    }
  },
})
