import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createTestWidget, testNetworks } from '../../../../fixtures/testWidget.js'
import { connect } from '../../connection/actions/connect.js'
import { navigate, openModal } from '../../modal/actions/navigation.js'
import { openView } from '../../modal/actions/openView.js'
import { currentRoute } from '../../modal/store.js'
import { UserRejectedError } from '../../runtime/errors/connection.js'
import { ChainNotSupportedError } from '../../runtime/errors/network.js'
import { removeNetwork, selectNetwork, switchActiveChain, switchNetwork } from './switchNetwork.js'

async function connected() {
  const test = createTestWidget()
  test.evm.announce({ id: 'io.one' })
  await connect(test.widget, { connectorId: 'io.one' })
  return test
}

describe('switchNetwork', () => {
  it('switches a connected wallet too', async () => {
    const { widget, evm, storage, events } = await connected()
    await switchNetwork(widget, { networkId: 'eip155:8453' })
    expect(evm.sessions[0]?.networkId()).toBe('eip155:8453')
    expect(widget.stores.network.get().active.eip155).toBe('eip155:8453')
    expect(storage.get('active_caip_network_id')).toBe('eip155:8453')
    expect(events.at(-1)).toBe('SWITCH_NETWORK')
  })

  it('switches without a wallet', async () => {
    const { widget } = createTestWidget()
    await switchNetwork(widget, { networkId: 'eip155:8453' })
    expect(widget.stores.network.get().active.eip155).toBe('eip155:8453')
  })

  it.each([new UserRejectedError(), new ChainNotSupportedError()])(
    'keeps the network on %s',
    async (error) => {
      const { widget, evm } = await connected()
      evm.behaviour.switchNetwork = error
      await expect(switchNetwork(widget, { networkId: 'eip155:8453' })).rejects.toBe(error)
      expect(widget.stores.network.get().active.eip155).toBe('eip155:1')
      expect(widget.stores.modal.get().busy).toEqual([])
    },
  )

  it('rejects a network that the site does not have', async () => {
    const { widget } = await connected()
    await expect(switchNetwork(widget, { networkId: 'eip155:5' })).rejects.toMatchObject({
      code: 'network/not-found',
      networkId: 'eip155:5',
    })
  })

  it('resolves when the wallet switched before the visitor cancelled', async () => {
    const { widget, evm } = await connected()
    evm.behaviour.switchNetwork = 'never'
    const controller = new AbortController()
    const attempt = switchNetwork(widget, { networkId: 'eip155:8453', signal: controller.signal })
    evm.sessions[0]?.change({ networkId: 'eip155:8453' })
    controller.abort()
    await attempt
    expect(widget.stores.network.get().active.eip155).toBe('eip155:8453')
  })
})

describe('selectNetwork', () => {
  it('shows the switch view when connected, then the view before', async () => {
    const { widget } = await connected()
    openModal(widget)
    navigate(widget, { view: 'Networks', params: undefined })
    await selectNetwork(widget, { networkId: 'eip155:8453' })
    expect(currentRoute(widget.stores.router.get()).view).toBe('SwitchNetwork')
    await switchNetwork(widget, { networkId: 'eip155:8453' })
    expect(currentRoute(widget.stores.router.get()).view).toBe('Account')
  })

  it('switches at once without a wallet', async () => {
    const { widget } = createTestWidget()
    openModal(widget)
    navigate(widget, { view: 'Networks', params: undefined })
    await selectNetwork(widget, { networkId: 'eip155:8453' })
    expect(currentRoute(widget.stores.router.get()).view).toBe('Connect')
    expect(widget.stores.network.get().active.eip155).toBe('eip155:8453')
  })

  it('asks first when the network needs another wallet', async () => {
    const evm = createFakeFamily('eip155')
    const { widget } = createTestWidget({
      options: {
        networks: [testNetworks.mainnet, testNetworks.solana],
        families: [evm, createFakeFamily('solana')],
      },
    })
    evm.announce({ id: 'io.one' })
    await connect(widget, { connectorId: 'io.one' })
    openView(widget, { view: 'Networks' })
    const networkId = `solana:${testNetworks.solana.id}` as const
    await selectNetwork(widget, { networkId })
    expect(currentRoute(widget.stores.router.get()).view).toBe('SwitchActiveChain')
    await switchActiveChain(widget, { networkId })
    expect(currentRoute(widget.stores.router.get()).view).toBe('Connect')
    expect(widget.stores.network.get().activeNamespace).toBe('solana')
    expect(widget.stores.connection.get().eip155?.status).toBe('connected')
  })
})

describe('removeNetwork', () => {
  it('switches to the first remaining network', () => {
    const { widget } = createTestWidget()
    removeNetwork(widget, { networkId: 'eip155:1' })
    expect(widget.stores.network.get()).toMatchObject({
      networks: [{ id: 'eip155:8453' }],
      active: { eip155: 'eip155:8453' },
    })
  })

  it('shows the view for unsupported networks when the wallet does not switch', async () => {
    const { widget, evm } = await connected()
    evm.behaviour.switchNetwork = new UserRejectedError()
    removeNetwork(widget, { networkId: 'eip155:1' })
    expect(currentRoute(widget.stores.router.get()).view).toBe('UnsupportedChain')
  })

  it('ignores an unknown network and rejects an unknown namespace', () => {
    const { widget } = createTestWidget()
    removeNetwork(widget, { networkId: 'eip155:5' })
    expect(widget.stores.network.get().networks).toHaveLength(2)
    expect(() => removeNetwork(widget, { networkId: 'solana:x' })).toThrow('solana')
  })
})
