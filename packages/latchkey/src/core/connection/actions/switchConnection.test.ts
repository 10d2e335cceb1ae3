import { describe, expect, it } from 'vitest'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { navigate, openModal } from '../../modal/actions/navigation.js'
import type { StorageItems } from '../../runtime/ports.js'
import { getConnection } from '../store.js'
import { connect } from './connect.js'
import { disconnectWallet } from './disconnectWallet.js'
import { reconnect } from './reconnect.js'
import { switchAccount } from './switchConnection.js'

const account = (address: string) => ({ namespace: 'eip155', address }) as const

async function connected(stored: Partial<StorageItems> = {}) {
  const test = createTestWidget({ stored })
  test.evm.behaviour.accounts = ['0xA1', '0xA2', '0xA3']
  test.evm.announce({ id: 'io.one' })
  if (stored['eip155:connected_connector_id']) await reconnect(test.widget)
  else await connect(test.widget, { connectorId: 'io.one' })
  return { ...test, active: () => getConnection(test.widget)?.active.address }
}

describe('switchAccount', () => {
  it('makes the account active and notifies the visitor', async () => {
    const { widget, active } = await connected()
    switchAccount(widget, { account: account('0xA2') })
    expect(active()).toBe('0xA2')
    expect(getConnection(widget)?.accounts).toHaveLength(3)
    expect(widget.stores.notice.get().toast).toMatchObject({ message: 'Account switched' })
  })

  it('keeps the account when the wallet reports another change', async () => {
    const { widget, evm, active } = await connected()
    switchAccount(widget, { account: account('0xA2') })
    evm.sessions[0]?.change({ networkId: 'eip155:8453' })
    expect(active()).toBe('0xA2')
    evm.sessions[0]?.change({ accounts: ['0xA1', '0xA2'] })
    expect(active()).toBe('0xA2')
  })

  it('drops the choice when the wallet lists another account first', async () => {
    const { widget, evm, active } = await connected()
    switchAccount(widget, { account: account('0xA2') })
    evm.sessions[0]?.change({ accounts: ['0xA3', '0xA1', '0xA2'] })
    expect(active()).toBe('0xA3')
    evm.sessions[0]?.change({ accounts: ['0xA1', '0xA2', '0xA3'] })
    expect(active()).toBe('0xA1')
  })

  it('drops the choice when the wallet removes the account', async () => {
    const { widget, evm, active } = await connected()
    switchAccount(widget, { account: account('0xA2') })
    evm.sessions[0]?.change({ accounts: ['0xA1', '0xA3'] })
    expect(active()).toBe('0xA1')
  })

  it('restores the choice after a reload and deletes it on disconnect', async () => {
    const first = await connected()
    switchAccount(first.widget, { account: account('0xA2') })
    const choice = first.storage.get('eip155:account_choice_cache') ?? ''
    const again = await connected({
      connection_status: 'connected',
      'eip155:connected_connector_id': 'io.one',
      'eip155:account_choice_cache': choice,
    })
    expect(again.active()).toBe('0xA2')
    await disconnectWallet(again.widget, { namespace: 'eip155' })
    expect(again.storage.get('eip155:account_choice_cache')).toBeUndefined()
  })

  it('rejects an account the wallet does not have', async () => {
    const { widget, active } = await connected()
    expect(() => switchAccount(widget, { account: account('0xBB') })).toThrow()
    expect(active()).toBe('0xA1')
  })
})

describe('disconnectWallet', () => {
  it('stays on the list of wallets', async () => {
    const { widget, evm } = await connected()
    openModal(widget)
    navigate(widget, { view: 'ProfileWallets', params: undefined })
    await disconnectWallet(widget, { namespace: 'eip155' })
    expect(evm.sessions[0]?.ends[0]).toEqual({ notifyWallet: true })
    expect(widget.stores.modal.get().isOpen).toBe(true)
    expect(widget.stores.router.get().history.map(({ view }) => view)).toEqual([
      'Connect',
      'ProfileWallets',
    ])
    expect(widget.stores.notice.get().toast).toMatchObject({ message: 'Wallet disconnected' })
  })
})
