import { createSessionKey } from 'latchkey/sessions/server'
import { clickUntil, confirm, loginFrame } from '../fixtures/login.js'
import {
  balanceOf,
  closeCreated,
  coinRequest,
  grant,
  openPlayer,
  siteServer,
} from '../fixtures/sessions.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'

test.use(still)

const friend = `0x${'d7'.repeat(20)}` as const

async function openPermissions(tab: Tab) {
  await tab.page.evaluate(() => window.latchkey.open({ view: 'WalletSecurity' }))
  await clickUntil(tab, 'account-permissions', 'login-permissions')
  return loginFrame(tab).getByTestId('permission')
}

test('the account pages list what a site may still do, and revoke it', async ({ site }) => {
  const { tab } = await openPlayer(site)
  const key = createSessionKey()
  const { context } = await grant(tab, coinRequest(key, { ether: '0.1', calls: 10 }))
  const server = siteServer(key, context)
  const before = await balanceOf(friend)
  const { id } = await server.sendCalls([{ to: friend, value: 10n ** 16n, data: '0x' }])
  await server.waitForReceipt(id)
  expect(await balanceOf(friend)).toBe(before + 10n ** 16n)

  await closeCreated(tab)
  const permissions = await openPermissions(tab)
  await expect(permissions).toHaveCount(1)
  await expect(permissions).toContainText('0.09 ETH of 0.1 ETH')
  await expect(permissions).toContainText('9 of 10')
  await clickUntil(tab, 'permission-revoke', 'revocation-confirm')
  await clickUntil(tab, 'revocation-confirm', 'login-permissions')
  await expect(loginFrame(tab).getByText('No site may act')).toBeVisible()
  await expect(server.sendCalls([{ to: friend, value: 1n, data: '0x' }])).rejects.toThrow()
})

test('revoking asks first, and a declined request changes nothing', async ({ site }) => {
  const { tab } = await openPlayer(site)
  const key = createSessionKey()
  const { context } = await grant(tab, coinRequest(key))
  await closeCreated(tab)
  const ask = () => tab.request('wallet_revokePermissions', [{ permissionContext: context }])
  const declined = ask()
  const frame = loginFrame(tab)
  await expect(frame.getByTestId('login-confirm')).toContainText('End a permission')
  await frame.getByTestId('approve-reject').click()
  expect((await declined).code).toBe(4001)
  const { result } = await tab.request('wallet_getGrantedPermissions', [])
  expect(result).toMatchObject([{ context }])

  const revoked = ask()
  await confirm(tab)
  expect((await revoked).result).toEqual({})
  expect((await tab.request('wallet_getGrantedPermissions', [])).result).toEqual([])
})
