import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { createKeyring } from './keyring.js'

const phrase = 'test test test test test test test test test test test junk'

test('accounts are those of the phrase everybody knows, and so is what is written down of them', () => {
  const keyring = createKeyring()
  const indexes = Array.from({ length: 11 }, (_, index) => index)
  const derived = indexes.map((index) => keyring.account(index).address)
  expect(indexes.map(keyring.address)).toEqual(derived)
  expect(derived.at(0)).toBe(mnemonicToAccount(phrase).address)
})
