import { expect, it, vi } from 'vitest'
import { siwxAccounts } from '../../../fixtures/siwxAccounts.js'
import { verifyMessage } from './verifyMessage.js'

vi.mock('./sr25519.lazy.js', () => {
  throw new Error('offline')
})

const message = 'Sign in to the shop.'
const [sr25519, ...others] = siwxAccounts
  .filter(({ chainId }) => chainId.startsWith('polkadot:'))
  .map(({ chainId: networkId, accountAddress: address, sign }) => ({
    ...{ message, address, networkId, signature: sign(message) },
  }))

it('rejects, and does not call a signature invalid, when its scheme cannot be loaded', async () => {
  if (!sr25519) throw new Error('There is no Sr25519 account')
  await expect(verifyMessage(sr25519)).rejects.toMatchObject({ code: 'interface/load-failed' })
})

it('loads only the scheme of the account', async () => {
  expect(others).toHaveLength(2)
  for (const signed of others) expect(await verifyMessage(signed)).toBe('valid')
})
