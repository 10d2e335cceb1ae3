import type { Nft } from '@latchkey/wire/http/nfts'
import { expect, it } from 'vitest'
import { createTestWidget } from '../../../fixtures/testWidget.js'
import { idOf, sanitizeText, toCollectible } from './collectible.js'

const provider = 'http://127.0.0.1:4000'
const nft = (more: Partial<Nft> = {}): Nft => ({
  chainId: 'eip155:1',
  standard: 'ERC1155',
  collection: { address: '0x00000000000000000000000000000000000000C0', name: 'Keys' },
  tokenId: '7',
  quantity: '1',
  name: 'Seven',
  description: null,
  image: null,
  isSpam: false,
  ...more,
})
const { widget } = createTestWidget({ options: { providerUrl: provider } })
const shown = (more?: Partial<Nft>) => toCollectible(widget, nft(more))

it.each<[string | null, string | null, string, string]>([
  ['Seven', 'Keys', '7', 'Seven'],
  [null, 'Keys', '7', 'Keys #7'],
  [null, null, '7', '#7'],
  ['\u200b \u202e', 'Keys', '7', 'Keys #7'],
  [null, 'Keys', '123456789012345678', 'Keys #12345…45678'],
])('formats name %j of %j, token id %s, as %s', (name, collection, tokenId, called) => {
  const { address } = nft().collection
  expect(shown({ name, collection: { address, name: collection }, tokenId }).name).toBe(called)
})

it('formats quantities with thousands separators', () => {
  expect(shown({ quantity: '1' }).quantity).toBe('1')
  expect(shown({ quantity: '0012' }).quantity).toBe('12')
  expect(shown({ quantity: '1234567' }).quantity).toBe('1,234,567')
  expect(shown({ quantity: '9'.repeat(78) }).quantity.replaceAll(',', '')).toBe('9'.repeat(78))
})

it('allows only pictures from the provider that cannot run scripts', () => {
  const png = 'data:image/png;base64,AA=='
  expect(shown({ image: png }).image).toBe(png)
  expect(shown({ image: `${provider}/public/7` }).image).toBe(`${provider}/public/7`)
  const others = [
    'http://pictures.test/7',
    'https://pictures.test/7',
    'http://127.0.0.1:4000.evil.test/7',
    'http://127.0.0.1:8080/off',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'ipfs://Qm',
    'blob:https://a.test/1',
    '//pictures.test/7',
    '',
    null,
  ]
  for (const image of others) expect(shown({ image }).image, String(image)).toBeUndefined()
})

it('removes deceptive characters and keeps normal text', () => {
  expect(sanitizeText('a\u0000b\u202ec\u2066d\ufeff')).toBe('abcd')
  expect(sanitizeText('One\nTwo 👩‍🚀 مفتاح é ไทย')).toBe('One\nTwo 👩‍🚀 مفتاح é ไทย')
  expect(sanitizeText(`e${'\u0301'.repeat(50)}`)).toBe(`e${'\u0301'.repeat(4)}`)
  expect(sanitizeText(' \n ')).toBeUndefined()
  expect(sanitizeText(null)).toBeUndefined()
})

it('has the same id for any case of the contract address', () => {
  const { key } = shown()
  expect(idOf({ ...key, collection: key.collection.toLowerCase() })).toBe(shown().id)
})
