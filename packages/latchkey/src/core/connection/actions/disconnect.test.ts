import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createTestWidget, testNetworks } from '../../../../fixtures/testWidget.js'
import { openModal } from '../../modal/actions/navigation.js'
import { currentRoute } from '../../modal/store.js'
import { switchNetwork } from '../../network/actions/switchNetwork.js'
import * as limits from '../../runtime/limits.js'
import { connect } from './connect.js'
import { disconnect } from './disconnect.js'

async function connected(...given: Parameters<typeof createTestWidget>) {
  const test = createTestWidget(...given)
  test.evm.announce({ id: 'io.one' })
  await connect(test.widget, { connectorId: 'io.one' })
  return test
}

describe('disconnect', () => {
  it('notifies the wallet, removes the connection and closes the modal', async () => {
    const { widget, evm, storage, events } = await connected()
    openModal(widget)
    await disconnect(widget)
    expect(evm.sessions[0]?.ends[0]).toEqual({ notifyWallet: true })
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
    expect(widget.stores.modal.get().isOpen).toBe(false)
    expect(storage.get('connected_namespaces')).toBeUndefined()
    expect(events.at(-1)).toBe('DISCONNECT_SUCCESS')
  })

  it('keeps the modal open with `keepOpen`', async () => {
    const { widget } = await connected()
    openModal(widget)
    await disconnect(widget, { keepOpen: true })
    expect(widget.stores.modal.get().isOpen).toBe(true)
    expect(currentRoute(widget.stores.router.get()).view).toBe('Connect')
  })

  it('waits at most three seconds for a wallet that does not respond', async () => {
    const { widget, evm, clock } = await connected()
    evm.behaviour.end = 'never'
    const attempt = disconnect(widget)
    const failed = expect(attempt).rejects.toMatchObject({ code: 'connection/disconnect-failed' })
    await clock.advance(limits.disconnectWait - 1)
    expect(widget.stores.connection.get().eip155?.status).toBe('connected')
    await clock.advance(1)
    await failed
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
  })

  it('rejects with the specified error and leaves nothing connected', async () => {
    const { widget, evm, events } = await connected()
    evm.behaviour.end = new Error('boom')
    await expect(disconnect(widget)).rejects.toThrow('Failed to disconnect chains: boom')
    expect(widget.sessions.size).toBe(0)
    expect(events.at(-1)).toBe('DISCONNECT_ERROR')
  })

  it('switches to the default network', async () => {
    const { widget, storage } = await connected({
      options: {
        defaultNetwork: testNetworks.base,
        networks: [testNetworks.mainnet, testNetworks.base],
      },
    })
    await switchNetwork(widget, { networkId: 'eip155:1' })
    await disconnect(widget)
    expect(widget.stores.network.get().active.eip155).toBe('eip155:8453')
    expect(storage.get('active_caip_network_id')).toBe('eip155:8453')
  })

  it('keeps the network when nothing was connected', async () => {
    const { widget } = createTestWidget()
    await switchNetwork(widget, { networkId: 'eip155:8453' })
    await disconnect(widget)
    expect(widget.stores.network.get().active.eip155).toBe('eip155:8453')
  })

  it('disconnects one namespace and keeps the other', async () => {
    const solana = createFakeFamily('solana')
    const evm = createFakeFamily('eip155')
    const { widget } = createTestWidget({
      options: {
        networks: [testNetworks.mainnet, testNetworks.solana],
        families: [evm, solana],
      },
    })
    evm.announce({ id: 'io.one' })
    solana.announce({ id: 'io.sol' })
    await connect(widget, { connectorId: 'io.one' })
    await connect(widget, { connectorId: 'io.sol' })
    await disconnect(widget, { namespace: 'solana' })
    expect(widget.stores.connection.get()).toMatchObject({
      eip155: { status: 'connected' },
      solana: { status: 'disconnected' },
    })
  })
})
