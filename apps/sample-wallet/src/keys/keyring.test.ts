import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createKeyring } from './keyring.js'

const phrase = 'test test test test test test test test test test test junk'

test('derives the accounts of the public test phrase, and lists the same addresses', () => {
  const keyring = createKeyring()
  const indexes = Array.from({ length: 11 }, (_, index) => index)
  const derived = indexes.map((index) => keyring.account(index).address)
  expect(indexes.map(keyring.address)).toEqual(derived)
  expect(derived.at(0)).toBe(mnemonicToAccount(phrase).address)
})
