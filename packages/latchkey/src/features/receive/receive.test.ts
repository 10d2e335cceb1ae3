import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../fixtures/fakeFamily.js'
import { createTestWidget, testNetworks } from '../../../fixtures/testWidget.js'
import { connect } from '../../core/connection/actions/connect.js'
import { navigate, openModal } from '../../core/modal/actions/navigation.js'
import { currentRoute } from '../../core/modal/store.js'
import { leaveReceive } from './actions/leaveReceive.js'
import { getCompatibleNetworks } from './compatibleNetworks.js'

const { mainnet, base, solana } = testNetworks

async function connected() {
  const evm = createFakeFamily('eip155')
  const families = [evm, createFakeFamily('solana')]
  const test = createTestWidget({ options: { networks: [mainnet, base, solana], families } })
  evm.announce({ id: 'io.one' })
  await connect(test.widget, { connectorId: 'io.one' })
  return test
}

const namesOf = (networks: readonly { readonly name: string }[]) => networks.map(({ name }) => name)

describe('getCompatibleNetworks', () => {
  it('returns the networks of the family, the active one first', async () => {
    const { widget } = await connected()
    expect(namesOf(getCompatibleNetworks(widget))).toEqual(['Ethereum', 'Base'])
    widget.stores.network.set({ active: { eip155: 'eip155:8453' } })
    expect(namesOf(getCompatibleNetworks(widget))).toEqual(['Base', 'Ethereum'])
  })

  it('returns one network for a smart account', async () => {
    const { widget } = await connected()
    const state = widget.stores.connection.get().eip155
    if (state?.status !== 'connected') throw new Error('not connected')
    widget.stores.connection.set({
      eip155: { ...state, active: { ...state.active, type: 'smartAccount' } },
    })
    expect(namesOf(getCompatibleNetworks(widget))).toEqual(['Ethereum'])
  })

  it('returns one network if addresses differ per network', async () => {
    const family = createFakeFamily('bip122')
    const bitcoin = (id: string, name: string) =>
      ({ ...mainnet, id, name, chainNamespace: 'bip122' }) as const
    const { widget } = createTestWidget({
      options: {
        networks: [
          bitcoin('000000000019d6689c085ae165831e93', 'Bitcoin'),
          bitcoin('000000000933ea01ad0ee984209779ba', 'Bitcoin Testnet'),
        ],
        families: [family],
      },
    })
    family.announce({ id: 'io.two' })
    await connect(widget, { connectorId: 'io.two' })
    expect(namesOf(getCompatibleNetworks(widget))).toEqual(['Bitcoin'])
  })

  it('returns the whole family while the wallet is on another network', async () => {
    const { widget } = await connected()
    widget.stores.network.set({ active: { eip155: 'eip155:137' } })
    expect(namesOf(getCompatibleNetworks(widget))).toEqual(['Ethereum', 'Base'])
  })
})

describe('leaveReceive', () => {
  it('shows a toast and opens Connect', async () => {
    const { widget } = await connected()
    openModal(widget)
    navigate(widget, { view: 'WalletReceive', params: undefined })
    await leaveReceive(widget)
    expect(currentRoute(widget.stores.router.get()).view).toBe('Connect')
    expect(widget.stores.notice.get().toast).toMatchObject({
      variant: 'error',
      message: 'Account not found',
    })
  })

  it('does nothing when the modal is closed', async () => {
    const { widget } = await connected()
    await leaveReceive(widget)
    expect(widget.stores.notice.get().toast).toBeUndefined()
  })
})
