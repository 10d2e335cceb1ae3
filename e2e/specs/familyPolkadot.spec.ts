import {
  cryptoWaitReady,
  decodeAddress,
  encodeAddress,
  signatureVerify,
} from '@polkadot/util-crypto'
import { polkadotTransaction } from '../../packages/latchkey/fixtures/polkadotTransaction.js'
import { expect, openPaired, pairingOf, test } from '../fixtures/phone.js'
import { still } from '../fixtures/still.js'
import type { Tab } from '../fixtures/tab.js'
import { polyglot } from '../fixtures/wallets.js'

test.use(still)

const wallet = { ...polyglot, families: ['polkadot'] as const, accounts: [0, 1] }
const relay = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
const kusama = 'polkadot:b0a8d493285c2df73290dfb7e61f870f'

type Signature = { id: number; signature: string }
type Outcome = { result?: Signature; code?: string }

/** Calls the site's signer; returns an error as its code. */
const sign = (tab: Tab, method: 'signRaw' | 'signPayload', request: object): Promise<Outcome> =>
  tab.page.evaluate(
    async ([name, given]) => {
      type Signer = Record<string, (request: object) => Promise<Signature>>
      const { signer } = window.latchkey.getProvider('polkadot') as { signer: Signer }
      try {
        return { result: await signer[name]?.(given) } as Outcome
      } catch (error) {
        return { code: (error as { code: string }).code }
      }
    },
    [method, request] as const,
  )

const signMessage = (tab: Tab, message: string) =>
  tab.page.evaluate((text) => window.latchkey.signMessage(text), message)

test.beforeAll(() => cryptoWaitReady())

test('a Polkadot wallet connects, signs, switches, reconnects and disconnects', async ({
  site,
}) => {
  const tab = await site.open({
    page: 'families',
    networks: ['polkadotMainnet', 'kusama'],
    wallets: [wallet],
  })
  const inPage = tab.wallet(wallet.rdns)
  await tab.connect('announced:polyglot')
  const { address = '', caipAddress } = await tab.account()
  expect([address]).toEqual(await inPage.addressesOn(relay, 0))
  expect(address).toBe(encodeAddress(decodeAddress(address), 0))
  expect(caipAddress).toBe(`${relay}:${address}`)

  const message = 'Grüße 👋'
  const signature = await signMessage(tab, message)
  expect(signatureVerify(message, signature, address)).toMatchObject({
    isValid: true,
    crypto: 'sr25519',
  })
  const raw = await sign(tab, 'signRaw', { address, data: '0x00ff', type: 'bytes' })
  expect(signatureVerify('0x00ff', raw.result?.signature ?? '', address).isValid).toBe(true)
  const { payload, bytes } = polkadotTransaction(address)
  const { result } = await sign(tab, 'signPayload', payload)
  expect(result?.signature).toMatch(/^0x01/)
  expect(signatureVerify(bytes, result?.signature ?? '', address).isValid).toBe(true)

  expect(await sign(tab, 'signRaw', { address, data: 'x', type: 'payload' })).toEqual({
    code: 'wallet/invalid-request',
  })
  await inPage.setScript('refuse', 'polkadot_signMessage')
  expect(await sign(tab, 'signRaw', { address, data: 'x' })).toEqual({
    code: 'connection/user-rejected',
  })
  await inPage.setScript('approve', 'polkadot_signMessage')
  await inPage.setSigner(1)
  expect(await sign(tab, 'signRaw', { address, data: 'x' })).toEqual({
    code: 'wallet/wrong-signer',
  })
  await inPage.setSigner()

  await tab.page.evaluate(() =>
    window.latchkey.switchNetwork({
      id: 'b0a8d493285c2df73290dfb7e61f870f',
      chainNamespace: 'polkadot',
    }),
  )
  const moved = (await tab.account()).address ?? ''
  expect(moved).toBe(encodeAddress(decodeAddress(address), 2))
  expect(await sign(tab, 'signPayload', payload)).toEqual({ code: 'wallet/invalid-request' })
  await inPage.setAccounts([1, 0], 'polkadot')
  const [second] = await inPage.addressesOn(kusama, 1)
  await expect.poll(async () => (await tab.account()).address).toBe(second)

  await tab.page.reload()
  await tab.expectConnected()
  expect((await tab.account()).address).toBe(second)
  // No prompt on reload; the wallet prompts at the next request.
  expect(await inPage.methods('polkadot')).toEqual([])
  const again = await signMessage(tab, message)
  expect(signatureVerify(message, again, second ?? '').isValid).toBe(true)

  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  await tab.page.reload()
  await tab.ready()
  await tab.expectDisconnected()
  // There was no prompt.
  expect(await inPage.methods('polkadot')).toEqual([])
})

test('a paired wallet signs on Polkadot', async ({ site, openPhone }) => {
  const phone = await openPhone()
  const tab = await openPaired(site, {
    page: 'families',
    networks: ['polkadotMainnet', 'kusama'],
    wallets: [],
  })
  await pairingOf(tab).connect(phone)
  await phone.setScript('approve')
  const { address = '' } = await tab.account()
  expect([address]).toEqual(await phone.addressesOn(relay))
  expect(signatureVerify('Hello', await signMessage(tab, 'Hello'), address).isValid).toBe(true)
  const { payload, bytes } = polkadotTransaction(address)
  const { result } = await sign(tab, 'signPayload', payload)
  expect(signatureVerify(bytes, result?.signature ?? '', address).isValid).toBe(true)
  await phone.emitChain(kusama)
  await expect
    .poll(async () => (await tab.account()).address)
    .toBe(encodeAddress(decodeAddress(address), 2))

  await tab.page.reload()
  await tab.expectConnected()
  await phone.disconnectAll()
  await tab.expectDisconnected()
})
