import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeNode } from '../../../fixtures/fakeNode.js'
import { createFakeWallet } from '../../../fixtures/fakeWallet.js'
import type {
  ChainSession,
  PermissionRequests,
  WalletTransport,
} from '../../core/connection/family.js'
import { createAdapter } from './adapter.js'
import { inPageTransport } from './inPageTransport.js'

const mainnet = evmNetwork('1')
const { signal } = new AbortController()

beforeEach(() => {
  vi.stubGlobal('fetch', createFakeNode().fetch)
  vi.stubGlobal('navigator', {})
})
afterEach(() => vi.unstubAllGlobals())

async function connect(more: Partial<WalletTransport> = {}) {
  const wallet = createFakeWallet()
  const session = (await createAdapter(new Map()).attach({
    transport: { ...inPageTransport(wallet.provider), ...more },
    mode: 'ask',
    network: mainnet,
    networks: () => [mainnet],
    ports: { clock: createFakeClock() },
    journal: async () => createFakeJournal(),
    signal,
  })) as ChainSession
  return { wallet, permissions: session.permissions as PermissionRequests }
}

it('reads the capability of the network, or the one of all networks', async () => {
  const { wallet, permissions } = await connect()
  const announced = { supported: true, permissionTypes: ['contract-call', 7] }
  for (const chain of ['0x1', '0x0']) {
    wallet.answer('wallet_getCapabilities', () => ({ [chain]: { permissions: announced } }))
    expect(await permissions.support(mainnet, signal)).toEqual({
      permissionTypes: ['contract-call'],
    })
  }
  wallet.answer('wallet_getCapabilities', () => ({ '0x2': { permissions: announced } }))
  expect(await permissions.support(mainnet, signal)).toBeUndefined()
})

it('takes the methods of a paired wallet as its announcement', async () => {
  const without = await connect({ hasMethod: () => false })
  expect(await without.permissions.support(mainnet, signal)).toBeUndefined()
  expect(without.wallet.calls.some(({ method }) => method === 'wallet_getCapabilities')).toBe(false)
  const silent = await connect({ hasMethod: () => true })
  silent.wallet.answer('wallet_getCapabilities', () => {
    throw new Error('unknown method')
  })
  expect(await silent.permissions.support(mainnet, signal)).toEqual({})
})

it('lists what the wallet granted, without entries that cannot be read', async () => {
  const { wallet, permissions } = await connect()
  const grant = {
    chainId: '0x1',
    address: wallet.addresses[0],
    expiry: 5,
    signer: { type: 'account', data: {} },
    permissions: [{ type: 'contract-call', data: {} }],
    context: '0xABcd',
  }
  const broken = [
    {},
    { ...grant, context: '0x' },
    { ...grant, expiry: '5' },
    { ...grant, signer: undefined },
    { ...grant, permissions: [] },
    { ...grant, address: 'me' },
    { ...grant, chainId: 'main' },
  ]
  wallet.answer('wallet_getGrantedPermissions', () => [grant, ...broken])
  expect(await permissions.list(mainnet, signal)).toEqual([
    {
      chainId: '0x1',
      address: wallet.addresses[0]?.toLowerCase(),
      expiry: 5,
      permissions: grant.permissions,
      context: '0xabcd',
    },
  ])
  wallet.answer('wallet_getGrantedPermissions', () => 'nothing')
  await expect(permissions.list(mainnet, signal)).rejects.toMatchObject({
    code: 'wallet/malformed-answer',
  })
})

it('returns the signature of a revocation', async () => {
  const { wallet, permissions } = await connect()
  wallet.answer('wallet_revokePermissions', () => '0x5161')
  expect(await permissions.revoke({ context: '0x01' }, mainnet)).toBe('0x5161')
  wallet.answer('wallet_revokePermissions', () => null)
  await expect(permissions.revoke({ context: '0x01' }, mainnet)).rejects.toMatchObject({
    code: 'wallet/malformed-answer',
  })
})
