import { type Hex, verifyMessage } from 'viem'
import { expect, openPaired, pairingOf, test } from '../fixtures/phone.js'
import { signInOf } from '../fixtures/signIn.js'
import { still } from '../fixtures/still.js'
import { often } from '../fixtures/tab.js'

test.use(still)

const visit = { page: 'signIn', wallets: [] } as const
/** Wallets can only sign while connecting if all networks are EVM chains. */
const twoFamilies = { ...visit, networks: ['mainnet', 'solanaMainnet'] } as const

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
  await signIn.expectNoSignIn()
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
  const tab = await openPaired(site, twoFamilies)
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

test('asks on another network and for another account, and not for signed ones', async ({
  site,
  openPhone,
}) => {
  const phone = await openPhone()
  const tab = await openPaired(site, visit)
  const signIn = signInOf(tab)
  await pairingOf(tab).connect(phone)
  await signIn.expectSigned()
  const { address: first = '' } = await tab.account()
  await tab.networkButton.click()
  await tab.networkRow('Base').click()
  await signIn.signIn()
  await phone.expectRequest('personal_sign')
  await phone.approve()
  await signIn.expectSigned(2)
  await tab.networkButton.click()
  await tab.networkRow('Ethereum').click()
  await expect.poll(() => tab.networkId(), often).toBe('eip155:1')
  await signIn.expectNoSignIn()
  expect(await phone.requests()).toEqual([])

  await phone.setAccount(1)
  await signIn.expectSignInShown()
  const [second = ''] = await phone.addressesOn('eip155:1', 1)
  expect(second).not.toBe(first)
  await expect(signIn.account).toHaveAttribute('title', second)
  await signIn.sign.click()
  await phone.expectRequest('personal_sign')
  await phone.approve()
  await signIn.expectSigned(3)
  expect(await signIn.accounts()).toContain(`eip155:1:${second}`)
})

test('ends the session of the phone when a required sign-in is cancelled', async ({
  site,
  openPhone,
}) => {
  const phone = await openPhone()
  const tab = await openPaired(site, twoFamilies)
  const signIn = signInOf(tab)
  await phone.pair(await pairingOf(tab).show())
  await phone.approve()
  await signIn.signIn()
  await phone.expectRequest('personal_sign')
  await signIn.cancel.click()
  await tab.expectDisconnected()
  await phone.expectSessions(0)
  expect(await signIn.sessions()).toEqual([])
})

test('stays connected when an optional sign-in is cancelled', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site, { ...twoFamilies, signIn: { required: false } })
  const signIn = signInOf(tab)
  await phone.pair(await pairingOf(tab).show())
  await phone.approve()
  await signIn.expectSignInShown()
  await signIn.cancel.click()
  await expect(tab.card).toBeHidden()
  await tab.page.reload()
  await tab.expectConnected()
  await signIn.expectNoSignIn()
  expect(await phone.requests()).toEqual([])
  expect(await signIn.sessions()).toEqual([])
})

test('has one session for each chain family of the phone', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site, twoFamilies)
  const signIn = signInOf(tab)
  await phone.pair(await pairingOf(tab).show())
  await phone.approve()
  await signIn.signIn()
  await phone.expectRequest('personal_sign')
  await phone.approve()
  await signIn.expectSigned()
  await tab.networkButton.click()
  await tab.networkRow('Solana').click()
  await signIn.signIn()
  await phone.expectRequest('solana_signMessage')
  await phone.approve()
  await signIn.expectSigned(2)
  const families = (await signIn.accounts()).map((account) => account.split(':')[0])
  expect(families.sort()).toEqual(['eip155', 'solana'])
})

test('is signed in and out in all tabs, and asks when the session expires', async ({
  site,
  openPhone,
}) => {
  const phone = await openPhone()
  const expiring = { ...visit, signIn: { expiration: 3_600_000 } }
  const tab = await openPaired(site, expiring)
  const signIn = signInOf(tab)
  await tab.page.clock.install()
  await pairingOf(tab).connect(phone)
  await signIn.expectSigned()
  const other = await openPaired(site, expiring)
  await other.expectConnected()
  await signInOf(other).expectNoSignIn()

  await tab.page.clock.fastForward(3_590_000)
  await signIn.expectNoSignIn()
  await tab.page.clock.fastForward(20_000)
  await signIn.expectSignInShown()
  expect(await phone.requests()).toEqual([])
  await signIn.cancel.click()
  await tab.expectDisconnected()
  await other.expectDisconnected()
  await phone.expectSessions(0)
})
