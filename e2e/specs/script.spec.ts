import { recoverMessageAddress } from 'viem'
import { expect, test } from '../fixtures/site.js'

test('one script tag: a visitor connects, signs and disconnects, and other families stay away', async ({
  site,
}) => {
  const tab = await site.open({ page: 'script', provider: true })
  await tab.connect()
  expect(await tab.networkId()).toBe('eip155:1')
  const message = 'A page without a build'
  const { address } = await tab.account()
  const hex = `0x${Buffer.from(message).toString('hex')}`
  const { result } = await tab.ask('personal_sign', [hex, address])
  expect(await recoverMessageAddress({ message, signature: result as `0x${string}` })).toBe(address)
  await tab.button.click()
  await tab.disconnect.click()
  await tab.expectDisconnected()
  expect(site.fetched).toContain('/latchkey/latchkey.js')
  expect(site.fetched.filter((path) => /solana|bip122|polkadot|cosmos/i.test(path))).toEqual([])
})
