import { expect, test } from 'vitest'
import { dappOf } from './dapp.js'

const metadata = { name: ' Shop ', description: '', url: 'https://shop.example/cart', icons: [] }

test('names a dapp by its name and host', () => {
  expect(dappOf(metadata)).toEqual({ name: 'Shop', host: 'shop.example' })
  expect(dappOf({ ...metadata, name: '', url: 'nonsense' })).toEqual({
    name: 'An app without a name',
    host: 'No address given',
  })
})

test('loads only https and inline images', () => {
  const icons = ['javascript:alert(1)', 'file:///etc/x.png', 'https://shop.example/icon.png']
  expect(dappOf({ ...metadata, icons }).icon).toBe('https://shop.example/icon.png')
  expect(dappOf({ ...metadata, icons: icons.slice(0, 2) })).not.toHaveProperty('icon')
})
