import { createSessionKey } from 'latchkey/sessions/server'
import { parseEther, toHex } from 'viem'
import { callNode } from '../fixtures/chains.js'
import { confirm, forgetDevice, logIn, loginFrame, newEmail } from '../fixtures/login.js'
import {
  balanceOf,
  closeCreated,
  coinRequest,
  game,
  gameRequest,
  grant,
  inSeconds,
  moveSelector,
  openGranted,
  openList,
  openPlayer,
  providerUrl,
  sessionsVisit,
  siteServer,
} from '../fixtures/sessions.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { fox } from '../fixtures/wallets.js'

test.use(still)

const failsWith = (code: string) => expect.objectContaining({ code })
/** Between two codes for one address. */
const codeCooldown = 31_000
const shopOf = () => createSessionKey().address

test('a granted permission is used by a server within its limits', async ({ site }) => {
  const { tab, server } = await openGranted(site, { ether: '0.1', calls: 2 })
  await closeCreated(tab)
  const shop = shopOf()
  const { id } = await server.sendCalls([{ to: shop, value: parseEther('0.04') }])
  expect(await server.waitForReceipt(id)).toMatchObject({ isSuccess: true })
  expect(await balanceOf(shop)).toBe(parseEther('0.04'))

  const { active, calls, allowance } = await openList(tab)
  await expect(active).toHaveCount(1)
  await expect(active).toContainText('Development')
  await expect(calls).toHaveText('1 of 2')
  await expect(allowance).toContainText('0.06 of 0.1')

  await expect(server.sendCalls([{ to: shop, value: parseEther('0.07') }])).rejects.toEqual(
    failsWith('allowance-exceeded'),
  )
  const few = { to: shop, value: 1n }
  await expect(server.sendCalls([few, few])).rejects.toEqual(failsWith('calls-exceeded'))
  await server.waitForReceipt((await server.sendCalls([few])).id)
  await expect(server.sendCalls([few])).rejects.toEqual(failsWith('calls-exceeded'))
  expect(await balanceOf(shop)).toBe(parseEther('0.04') + 1n)
})

test('a permission ends when the visitor revokes it in the list', async ({ site }) => {
  const { tab, server } = await openGranted(site)
  await closeCreated(tab)
  const shop = shopOf()
  await server.waitForReceipt((await server.sendCalls([{ to: shop, value: 1n }])).id)
  const { revoke, revoked, active } = await openList(tab)
  await expect(active).toHaveCount(1)
  await revoke.click()
  await confirm(tab)
  await expect(revoked).toHaveCount(1)
  await expect(tab.card).toContainText('Permission revoked')
  await expect(revoke).toHaveCount(0)
  await expect(server.sendCalls([{ to: shop, value: 1n }])).rejects.toEqual(failsWith('revoked'))
  expect(await balanceOf(shop)).toBe(1n)
})

test('a permission is not used after its end', async ({ site }) => {
  const { tab } = await openPlayer(site)
  const key = createSessionKey()
  // Time for a busy machine to show the list before the end.
  const expiry = inSeconds(40)
  const { context } = await grant(tab, coinRequest(key, { expiry }))
  const server = siteServer(key, context)
  await closeCreated(tab)
  const { sessions } = await openList(tab)
  await expect(sessions).toContainText('Until')
  const call = { to: shopOf(), value: 1n }
  await expect.poll(() => Date.now() / 1_000, { timeout: 60_000 }).toBeGreaterThan(expiry)
  await expect(server.sendCalls([call])).rejects.toEqual(failsWith('expired'))
  expect(await balanceOf(call.to)).toBe(0n)
  await tab.close.click()
  await openList(tab)
  await expect(sessions).toHaveAttribute('data-status', 'expired')
  await expect(sessions).toContainText('Expired')
})

test('nothing is granted when the visitor declines', async ({ site }) => {
  const { tab } = await openPlayer(site)
  const granting = tab.page.evaluate(
    (asked) => window.sessions.grantPermissions(asked).catch(({ code }) => code),
    coinRequest(createSessionKey()),
  )
  await loginFrame(tab).getByTestId('approve-reject').click()
  expect(await granting).toBe('connection/user-rejected')
  const { empty } = await openList(tab)
  await expect(empty).toBeVisible()
})

test('a second device lists the permission and revokes it', async ({ site }) => {
  const email = newEmail()
  const { tab } = await openPlayer(site, { email })
  const mailedAt = Date.now()
  const key = createSessionKey()
  const { context } = await grant(tab, coinRequest(key))
  const server = siteServer(key, context)
  const call = { to: shopOf(), value: 1n }
  await server.waitForReceipt((await server.sendCalls([call])).id)
  await closeCreated(tab)

  await forgetDevice(tab)
  await tab.page.reload()
  await expect
    .poll(() => Date.now(), { timeout: 2 * codeCooldown })
    .toBeGreaterThan(mailedAt + codeCooldown)
  await logIn(tab, email, 2)
  const { active, revoke, revoked } = await openList(tab)
  await expect(active).toHaveCount(1)
  await expect(active).toContainText('Development')
  await revoke.click()
  await confirm(tab)
  await expect(revoked).toHaveCount(1)
  await expect(server.sendCalls([call])).rejects.toEqual(failsWith('revoked'))
})

test('a sponsor pays for a first transaction without any coin, until its budget is used up', async ({
  site,
}) => {
  const { tab, address } = await openPlayer(site, { ether: '0' })
  const key = createSessionKey()
  const { context } = await grant(tab, gameRequest(key))
  const server = siteServer(key, context, { paymasterUrl: providerUrl('/v1/paymaster') })
  const move = { to: game, data: moveSelector } as const
  const first = await server.waitForReceipt((await server.sendCalls([move])).id)
  expect(first).toMatchObject({ isSuccess: true, isSponsored: true })
  expect(await balanceOf(address)).toBe(0n)

  // A few of these use up the budget of an account for a day. Larger ones need an account that has paid before.
  const moves = Array.from({ length: 60 }, () => move)
  const play = async () => {
    await server.waitForReceipt((await server.sendCalls(moves)).id)
    return 'sent'
  }
  await expect
    .poll(() => play().catch(({ code }) => code), { timeout: 60_000 })
    .toBe('sponsor-declined')
  expect(await balanceOf(address)).toBe(0n)
  expect(await server.readLimits()).toMatchObject({ isRevoked: false })
  // Nothing is lost: with coins of its own the account goes on.
  await callNode('CHAIN_1', 'anvil_setBalance', address, toHex(parseEther('1')))
  const own = siteServer(key, context)
  expect(await own.waitForReceipt((await own.sendCalls([move])).id)).toMatchObject({
    isSuccess: true,
    isSponsored: false,
  })
})

test('the list says what the chain says when the provider lies', async ({ site }) => {
  const { tab, server } = await openGranted(site)
  await closeCreated(tab)
  await server.waitForReceipt((await server.sendCalls([{ to: shopOf(), value: 1n }])).id)
  let revokedAt: number | null = 1
  await tab.page.route('**/v1/sessions/*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const { pcis } = (await response.json()) as { pcis: object[] }
    await route.fulfill({ response, json: { pcis: pcis.map((one) => ({ ...one, revokedAt })) } })
  })
  const { active, revoke, revoked } = await openList(tab)
  await expect(active).toHaveCount(1)
  revokedAt = null
  await revoke.click()
  await confirm(tab)
  await expect(revoked).toHaveCount(1)
  await tab.page.reload()
  await tab.expectConnected()
  await openList(tab)
  await expect(revoked).toHaveCount(1)
  await expect(active).toHaveCount(0)
})

test('an extension without permissions gets a typed error and is not asked', async ({ site }) => {
  const tab = await site.open(sessionsVisit({ login: false, provider: true, wallets: [fox] }))
  await tab.connect()
  const outcome = await tab.page.evaluate(
    (asked) => window.sessions.grantPermissions(asked).catch(({ code }) => code),
    coinRequest(createSessionKey()),
  )
  expect(outcome).toBe('sessions/unsupported')
  await expect(tab.page.getByTestId('site-sessions')).toContainText('"isSupported":false')
  const asked = (await tab.wallet().requests()).map(({ method }) => method)
  expect(asked).toContain('wallet_getCapabilities')
  expect(asked).not.toContain('wallet_grantPermissions')
})
