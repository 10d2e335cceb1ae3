import { describe, expect, it } from 'vitest'
import { parseAddress } from './address.js'
import { mainnet, signet, testnet } from './networkIds.js'

const main = [
  ['p2pkh', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'],
  ['p2sh', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['p2wpkh', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['p2wsh', 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3'],
  ['p2tr', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
] as const
const test = [
  ['p2pkh', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
  ['p2sh', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc'],
  ['p2wpkh', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
  ['p2wsh', 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'],
  ['p2tr', 'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c'],
] as const

describe('addresses', () => {
  it.each(main)('of kind %s are valid only on mainnet', (kind, text) => {
    expect(parseAddress(text, mainnet)).toMatchObject({ kind, address: text })
    expect(parseAddress(text, testnet)).toBeUndefined()
  })

  it.each(test)('of kind %s are valid only on test networks', (kind, text) => {
    expect(parseAddress(text, testnet)).toMatchObject({ kind, address: text })
    expect(parseAddress(text, signet)).toMatchObject({ kind, address: text })
    expect(parseAddress(text, mainnet)).toBeUndefined()
  })

  it('are normalized to lower case when upper case is allowed', () => {
    const [, segwit] = main[2]
    expect(parseAddress(segwit.toUpperCase(), mainnet)?.address).toBe(segwit)
    expect(parseAddress(`B${segwit.slice(1)}`, mainnet)).toBeUndefined()
  })

  /** From BIP-173 and BIP-350, and some more. */
  it.each([
    '',
    'x',
    'bc1',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'bc1pw5dgrnzv',
    'bc1gmk9yu',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4x',
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3',
    '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
    'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
  ])('reject "%s"', (text) => expect(parseAddress(text, mainnet)).toBeUndefined())
})
