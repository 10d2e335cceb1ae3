import type { Hex } from 'viem'
import { expect, it } from 'vitest'
import type { Nodes } from '../../nodes/Nodes.js'
import { createManualClock } from '../../testing/manualClock.js'
import { createIdentities } from './createIdentities.js'

const account: Hex = `0x${'a1'.repeat(20)}`
const other: Hex = `0x${'b2'.repeat(20)}`

/** ENS with a custom resolver: the name of an address, and the address of that name. */
function identitiesOver(
  ens: { readonly name: string | null; readonly address: Hex | null },
  own: readonly { readonly name: string }[] = [{ name: 'own.reown.id' }],
) {
  const settings = { id: 'eip155:1', ens: { registry: account, universalResolver: account } }
  const nodes = {
    chains: [settings],
    settings: () => settings,
    evm: () => ({
      getEnsName: async () => ens.name,
      getEnsAddress: async () => ens.address,
      getEnsText: async () => 'https://img.example/a.png',
    }),
  } as unknown as Nodes
  return createIdentities({
    nodes,
    localNames: { reverse: async () => own },
    nfts: { read: async () => [] },
    clock: createManualClock(),
  })
}

it('has the name that resolves back to the address', async () => {
  expect(await identitiesOver({ name: 'a.eth', address: account }).read(account)).toMatchObject({
    name: 'a.eth',
    avatar: 'https://img.example/a.png',
  })
})

// A resolver need not verify its answers; this provider does.
it.each([
  ['to another address', 'a.eth', other],
  ['nowhere', 'a.eth', null],
])('has no name or avatar when the name resolves %s', async (_, name, address) => {
  expect(await identitiesOver({ name, address }).read(account)).toMatchObject({
    name: 'own.reown.id',
    avatar: null,
  })
})

it('has a local name as soon as it is registered', async () => {
  const own: { name: string }[] = []
  const identities = identitiesOver({ name: null, address: null }, own)
  expect(await identities.read(account)).toMatchObject({ name: null })
  own.push({ name: 'new.reown.id' })
  expect(await identities.read(account)).toMatchObject({ name: 'new.reown.id' })
})

it.each([
  'A.eth',
  'v\u0456talik.eth',
  'a\u200Db.eth',
  'ab..eth',
  'a b.eth',
  `${'a'.repeat(260)}.eth`,
])('has no name that is not normalised: %s', async (name) => {
  const { name: shown } = await identitiesOver({ name, address: account }).read(account)
  expect(shown).toBe('own.reown.id')
})
