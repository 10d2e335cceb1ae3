import { base58 } from '@scure/base'
import { Keypair } from '@solana/web3.js'
import { afterEach, vi } from 'vitest'
import { adapterContract, type ContractWallet } from '../../../fixtures/adapterContract.js'
import { createFakeSolanaNode } from '../../../fixtures/fakeSolanaNode.js'
import {
  createFakeSolanaWallet,
  type FakeSolanaWallet,
  isSignedBy,
} from '../../../fixtures/fakeSolanaWallet.js'
import { createPairedTransport } from '../../../fixtures/pairedTransport.js'
import { solanaNetwork } from '../../../fixtures/solanaNetwork.js'
import { solana } from './index.js'
import { createInPageTransport } from './inPageTransport.js'

const mainnet = solanaNetwork('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const devnet = solanaNetwork('EtWTRABZaYq6iMfeYKouRu166VU2xqa1')
const networks = [mainnet, devnet] as const

afterEach(() => vi.unstubAllGlobals())

const transfers = {
  recipient: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
  misspelt: [
    'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq9O',
    '1oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96',
    'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz',
  ],
}

const isSigned: ContractWallet['isSigned'] = async ({ message, signature, address }) =>
  isSignedBy(address, new TextEncoder().encode(message), base58.decode(signature))

const repeatState = [
  undefined,
  null,
  7,
  'x',
  {},
  [null],
  [{}],
  [{ address: 'x' }],
  new Array(2_000),
]

adapterContract('solana', {
  reached: 'in the page',
  loadAdapter: () => solana().loadAdapter(),
  networks,
  transfers,
  createWallet() {
    const fake = createFakeSolanaWallet()
    vi.stubGlobal('fetch', createFakeSolanaNode().fetch)
    return {
      ...steering(fake),
      transport: createInPageTransport(fake.wallet),
      promptCount: () => fake.calls.length,
      selectSecondAccount: () => fake.emit({ accounts: [...fake.accounts].reverse() }),
      forget: () => fake.emit({ accounts: [] }),
      hangUp: () => fake.emit({ accounts: [] }),
      repeatState() {
        for (const accounts of repeatState) fake.emit({ accounts })
        for (const change of [undefined, null, {}, { chains: [] }]) fake.emit(change)
      },
      trust: () => {
        fake.state.isTrusted = true
      },
      isTrusted: () => fake.state.isTrusted,
      react: (behaviour) => {
        fake.state.behaviour = behaviour
      },
    }
  },
})

adapterContract('solana', {
  reached: 'by pairing',
  loadAdapter: () => solana().loadAdapter(),
  networks,
  transfers,
  createWallet() {
    const fake = createFakeSolanaWallet()
    vi.stubGlobal('fetch', createFakeSolanaNode().fetch)
    const accountsOn = (addresses: readonly string[]) =>
      networks.flatMap(({ id }) => addresses.map((address) => `${id}:${address}` as const))
    const paired = createPairedTransport({
      accounts: accountsOn(fake.addresses),
      networks: networks.map(({ id }) => id),
      answer: ({ method, params }) => fake.answer(method, Object(params)),
    })
    const change = (addresses: readonly string[]) => {
      paired.granted.accounts = accountsOn(addresses)
      paired.notify('accounts')
    }
    return {
      ...steering(fake),
      transport: paired.transport,
      promptCount: () => paired.calls.length,
      selectSecondAccount: () => change([...fake.addresses].reverse()),
      moveTo: ({ id }) => paired.notify('network', id),
      forget: () => change([]),
      hangUp: () => paired.notify('disconnect'),
      repeatState() {
        for (const data of repeatState) {
          paired.notify('accounts', data)
          paired.notify('network', data)
        }
        paired.notify('network', 'solana:nowhere')
        paired.notify('network', 'eip155:1')
      },
      trust: () => {},
      isTrusted: () => paired.isOpen,
      react: (behaviour) => {
        paired.behaviour = behaviour
      },
    }
  },
})

function steering({ addresses, state }: FakeSolanaWallet) {
  return {
    addresses,
    isSigned,
    signWithAnotherKey: () => {
      state.impostor = Keypair.fromSeed(new Uint8Array(32).fill(9))
    },
  }
}
