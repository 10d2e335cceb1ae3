import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { closeModal, openModal } from '../../modal/actions/navigation.js'
import { currentRoute } from '../../modal/store.js'
import { UserRejectedError } from '../../runtime/errors/connection.js'
import { connect } from './connect.js'

function setUp(...given: Parameters<typeof createTestWidget>) {
  const test = createTestWidget(...given)
  test.evm.announce({ id: 'io.one', name: 'One' })
  test.evm.announce({ id: 'io.two', name: 'Two' })
  return test
}

describe('connect', () => {
  it('shows the account, stores the connector and closes the modal', async () => {
    const { widget, storage, events } = setUp()
    openModal(widget)
    await connect(widget, { connectorId: 'io.one' })
    expect(widget.stores.connection.get().eip155).toMatchObject({
      status: 'connected',
      connectorId: 'io.one',
      wallet: { name: 'One', type: 'ANNOUNCED' },
      active: { address: '0xA1' },
    })
    expect(storage.get('eip155:connected_connector_id')).toBe('io.one')
    expect(storage.get('connection_status')).toBe('connected')
    expect(widget.stores.modal.get().isOpen).toBe(false)
    expect(events).toEqual(['MODAL_OPEN', 'CONNECT_SUCCESS', 'MODAL_CLOSE'])
  })

  it('is `connecting` until the wallet responds', () => {
    const { widget, evm } = setUp()
    evm.behaviour.prompt = 'never'
    connect(widget, { connectorId: 'io.one' }).catch(() => undefined)
    expect(widget.stores.connection.get().eip155?.status).toBe('connecting')
    expect(widget.stores.modal.get().busy).toEqual(['connect:eip155'])
  })

  it('changes nothing when the visitor rejects', async () => {
    const { widget, evm, events } = setUp()
    evm.behaviour.prompt = new UserRejectedError()
    await expect(connect(widget, { connectorId: 'io.one' })).rejects.toMatchObject({
      code: 'connection/user-rejected',
    })
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
    expect(widget.stores.modal.get().busy).toEqual([])
    expect(events).toContain('USER_REJECTED')
  })

  it('rejects at once when cancelled', async () => {
    const { widget, evm } = setUp()
    evm.behaviour.prompt = 'never'
    const controller = new AbortController()
    const attempt = connect(widget, { connectorId: 'io.one', signal: controller.signal })
    controller.abort()
    await expect(attempt).rejects.toMatchObject({ name: 'AbortError' })
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
  })

  it('is cancelled when the modal closes', async () => {
    const { widget, evm } = setUp()
    evm.behaviour.prompt = 'never'
    openModal(widget)
    const attempt = connect(widget, { connectorId: 'io.one' })
    closeModal(widget)
    await expect(attempt).rejects.toMatchObject({ code: 'connection/modal-closed' })
  })

  it('replaces an older attempt', async () => {
    const { widget, evm } = setUp()
    evm.behaviour.prompt = 'never'
    const first = connect(widget, { connectorId: 'io.one' })
    const refused = expect(first).rejects.toMatchObject({ code: 'connection/modal-closed' })
    await Promise.resolve()
    evm.behaviour.prompt = 'approve'
    await connect(widget, { connectorId: 'io.two' })
    await refused
    expect(widget.stores.connection.get().eip155).toMatchObject({ connectorId: 'io.two' })
  })

  it('notifies the wallet it replaces', async () => {
    const { widget, evm } = setUp()
    await connect(widget, { connectorId: 'io.one' })
    await connect(widget, { connectorId: 'io.two' })
    expect(evm.sessions[0]?.ends).toEqual([{ notifyWallet: true }])
    evm.sessions[0]?.hangUp()
    expect(widget.stores.connection.get().eip155).toMatchObject({ connectorId: 'io.two' })
  })

  it('keeps the connection when another wallet rejects', async () => {
    const { widget, evm } = setUp()
    await connect(widget, { connectorId: 'io.one' })
    evm.behaviour.prompt = new UserRejectedError()
    await expect(connect(widget, { connectorId: 'io.two' })).rejects.toThrow()
    expect(widget.stores.connection.get().eip155).toMatchObject({
      status: 'connected',
      connectorId: 'io.one',
    })
  })

  it('rejects a wallet of a namespace that the site does not support', async () => {
    const elsewhere = createFakeFamily('solana')
    elsewhere.announce({ id: 'io.sol' })
    const { widget } = setUp({ options: { connectors: [elsewhere] } })
    await expect(connect(widget, { connectorId: 'io.sol' })).rejects.toMatchObject({
      code: 'network/adapter-not-found',
      message: 'Adapter not found',
    })
  })

  it('rejects an unknown connector', async () => {
    const { widget } = setUp()
    await expect(connect(widget, { connectorId: 'io.gone' })).rejects.toMatchObject({
      code: 'connection/connector-not-found',
      connectorId: 'io.gone',
    })
  })

  it('uses the image of the site for a connector', async () => {
    const { widget } = setUp({
      options: { connectorImages: { 'io.one': 'https://site.test/1.png' } },
    })
    await connect(widget, { connectorId: 'io.one' })
    expect(widget.stores.connection.get().eip155).toMatchObject({
      wallet: { icon: 'https://site.test/1.png' },
    })
  })
})

describe('a connected wallet', () => {
  it('updates the account when the wallet changes it', async () => {
    const { widget, evm } = setUp()
    await connect(widget, { connectorId: 'io.one' })
    evm.sessions[0]?.change({ accounts: ['0xB2', '0xA1'] })
    expect(widget.stores.connection.get().eip155).toMatchObject({ active: { address: '0xB2' } })
  })

  it('disconnects when the wallet disconnects or shares no account', async () => {
    for (const end of [
      (test: ReturnType<typeof setUp>) => test.evm.sessions[0]?.hangUp(),
      (test: ReturnType<typeof setUp>) => test.evm.sessions[0]?.change({ accounts: [] }),
    ]) {
      const test = setUp()
      await connect(test.widget, { connectorId: 'io.one' })
      end(test)
      expect(test.widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
      expect(test.storage.get('eip155:connected_connector_id')).toBeUndefined()
      expect(test.widget.sessions.size).toBe(0)
    }
  })

  it('opens the view for unsupported networks', async () => {
    const { widget, evm } = setUp()
    evm.behaviour.networkId = 'eip155:5'
    openModal(widget)
    await connect(widget, { connectorId: 'io.one' })
    expect(widget.stores.modal.get().isOpen).toBe(true)
    expect(currentRoute(widget.stores.router.get()).view).toBe('UnsupportedChain')
    evm.sessions[0]?.change({ networkId: 'eip155:8453' })
    expect(widget.stores.modal.get().isOpen).toBe(false)
  })

  it.each([{ allowUnsupportedChain: true }, { enableNetworkSwitch: false }, { basic: true }])(
    'stays on an unsupported network with %o',
    async (options) => {
      const { widget, evm } = setUp({ options })
      await connect(widget, { connectorId: 'io.one' })
      evm.sessions[0]?.change({ networkId: 'eip155:5' })
      expect(widget.stores.modal.get().isOpen).toBe(false)
      expect(widget.stores.network.get().active.eip155).toBe('eip155:5')
    },
  )
})
