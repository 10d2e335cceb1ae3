import { describe, expect, it } from 'vitest'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import * as limits from '../../runtime/limits.js'
import { connect } from './connect.js'
import { reconnect } from './reconnect.js'

const stored = { 'eip155:connected_connector_id': 'io.one' } as const

describe('reconnect', () => {
  it('restores the stored wallet without prompting', async () => {
    const { widget, evm } = createTestWidget({ stored })
    evm.announce({ id: 'io.one' })
    const attempt = reconnect(widget)
    expect(widget.stores.connection.get().eip155?.status).toBe('connecting')
    await attempt
    expect(evm.attached[0]?.mode).toBe('silent')
    expect(widget.stores.connection.get().eip155?.status).toBe('connected')
  })

  it('does nothing without a stored connection', async () => {
    const { widget } = createTestWidget()
    await reconnect(widget)
    expect(widget.stores.connection.get()).toEqual({})
  })

  it('waits a moment for a wallet that is announced late', async () => {
    const { widget, evm, clock } = createTestWidget({ stored })
    const attempt = reconnect(widget)
    await clock.advance(limits.announcementWait - 1)
    evm.announce({ id: 'io.one' })
    await attempt
    expect(widget.stores.connection.get().eip155?.status).toBe('connected')
  })

  it.each(['gone', 'locked', 'broken'])(
    'ends disconnected when the wallet is %s',
    async (state) => {
      const { widget, evm, clock, storage } = createTestWidget({ stored })
      if (state !== 'gone') evm.announce({ id: 'io.one' })
      evm.behaviour.silent = state === 'locked' ? false : new Error('boom')
      const attempt = reconnect(widget)
      await clock.advance(limits.announcementWait)
      await attempt
      expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
      expect(storage.get('eip155:connected_connector_id')).toBeUndefined()
    },
  )

  it('is replaced when the visitor connects', async () => {
    const { widget, evm } = createTestWidget({ stored })
    const attempt = reconnect(widget)
    evm.announce({ id: 'io.two' })
    await connect(widget, { connectorId: 'io.two' })
    evm.announce({ id: 'io.one' })
    await attempt
    expect(widget.stores.connection.get().eip155).toMatchObject({ connectorId: 'io.two' })
  })

  it('is disconnected when another tab disconnects during the load', async () => {
    const { widget, evm, storage } = createTestWidget({ stored })
    evm.announce({ id: 'io.one' })
    expect(widget.stores.connection.get().eip155?.status).toBe('connecting')
    storage.changeElsewhere('eip155:connected_connector_id', undefined)
    await reconnect(widget)
    expect(widget.stores.connection.get().eip155).toEqual({ status: 'disconnected' })
  })

  it('connects and disconnects with another tab', async () => {
    const { widget, evm, storage } = createTestWidget()
    evm.announce({ id: 'io.one' })
    storage.changeElsewhere('eip155:connected_connector_id', 'io.one')
    await expect.poll(() => widget.stores.connection.get().eip155?.status).toBe('connected')
    storage.changeElsewhere('eip155:connected_connector_id', undefined)
    expect(widget.stores.connection.get().eip155?.status).toBe('disconnected')
    expect(evm.sessions[0]?.ends).toEqual([{ notifyWallet: false }])
  })
})
