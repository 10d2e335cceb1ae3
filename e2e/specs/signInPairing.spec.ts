import { type Hex, verifyMessage } from 'viem'
import { expect, openPaired, pairingOf, test } from '../fixtures/phone.js'
import { signInOf } from '../fixtures/signIn.js'
import { still } from '../fixtures/still.js'
import { often } from '../fixtures/tab.js'

test.use(still)

const visit = { page: 'signIn', wallets: [] } as const

test('connects and signs in with one approval', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site, visit)
  const signIn = signInOf(tab)
  await phone.pair(await pairingOf(tab).show())
  await phone.approve()
  await tab.expectConnected()
  const address = (await tab.account()).address as Hex
  await expect.poll(signIn.accounts, often).toContain(`eip155:1:${address}`)
  await expect(tab.card).toBeHidden()
  const { host } = new URL(tab.page.url())
  for (const { data, message, signature } of await signIn.sessions()) {
    expect(message).toContain(`${host} wants you to sign in`)
    expect(data.accountAddress).toBe(address)
    expect(await verifyMessage({ address, message, signature: signature as Hex })).toBe(true)
  }
  expect(await phone.requests()).toEqual([])

  await tab.page.reload()
  await tab.expectConnected()
  await signIn.expectNotAsked()
  expect(await phone.requests()).toEqual([])

  await tab.page.evaluate(() => window.latchkey.disconnect())
  await tab.expectDisconnected()
  await expect.poll(signIn.sessions, often).toEqual([])
})

test('stays disconnected when the wallet declines', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site, visit)
  await phone.pair(await pairingOf(tab).show())
  await phone.refuse()
  await expect(tab.card).toContainText('Connection declined')
  await tab.expectDisconnected()
  expect(await signInOf(tab).sessions()).toEqual([])
})

test('connects first and signs then, with other chain families', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site, { ...visit, networks: ['mainnet', 'solanaMainnet'] })
  const signIn = signInOf(tab)
  await phone.pair(await pairingOf(tab).show())
  await phone.approve()
  await signIn.signIn()
  await phone.expectRequest('personal_sign')
  await phone.refuse()
  await expect(signIn.notice('rejected')).toBeVisible()
  await signIn.signIn()
  await phone.expectRequest('personal_sign')
  await phone.approve()
  await signIn.expectSigned()
})
