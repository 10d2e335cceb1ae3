import { expect, it } from 'vitest'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { connect } from '../../connection/actions/connect.js'
import { navigate, openModal } from '../actions/navigation.js'
import type { Route } from '../views.js'

async function lostOn(route: Route): Promise<boolean> {
  const { widget, evm } = createTestWidget()
  evm.announce({ id: 'io.one' })
  await connect(widget, { connectorId: 'io.one' })
  openModal(widget)
  navigate(widget, route)
  evm.sessions[0]?.hangUp()
  return !widget.stores.modal.get().isOpen
}

const params = undefined

it.each([
  { view: 'Account', params },
  { view: 'RegisterAccountName', params },
  { view: 'ChooseAccountName', params },
  { view: 'Transactions', params },
  { view: 'WalletSend', params },
  { view: 'SwitchNetwork', params: { networkId: 'eip155:1' } },
] satisfies Route[])('closes $view when the wallet disconnects', async (route) => {
  expect(await lostOn(route)).toBe(true)
})

it.each([
  { view: 'Networks', params },
  { view: 'WhatIsAWallet', params },
  { view: 'ProfileWallets', params },
  { view: 'WalletReceive', params },
  { view: 'WalletCompatibleNetworks', params },
] satisfies Route[])('leaves $view open when the wallet disconnects', async (route) => {
  expect(await lostOn(route)).toBe(false)
})
