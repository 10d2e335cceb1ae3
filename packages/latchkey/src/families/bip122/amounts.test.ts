import { parseAmount } from '@latchkey/wire/amount'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  leatherObject,
  okxObject,
  satsObject,
  unisatObject,
} from '../../../fixtures/bitcoinPages.js'
import { createFakeBitcoinWallet } from '../../../fixtures/fakeBitcoinWallet.js'
import { createFakeStorage } from '../../../fixtures/fakeStorage.js'
import type { WalletTransport } from '../../core/connection/family.js'
import { leatherTransport } from './leatherWallet.js'
import { testnet } from './networkIds.js'
import { okxTransport } from './okxWallet.js'
import { satsTransport } from './satsWallet.js'
import { unisatTransport } from './unisatWallet.js'

const wallet = createFakeBitcoinWallet()
const [account = '', recipientAddress = ''] = wallet.addresses
const sats = satsObject(wallet)
const unisat = unisatObject(wallet)
const okx = okxObject(wallet)
const leather = leatherObject(wallet)

/** Each interface with the amount its wallet received. */
const ways: readonly (readonly [string, WalletTransport, () => bigint])[] = [
  [
    'sats-connect',
    satsTransport(sats),
    () => {
      const { recipients } = sats.sent.at(-1) as { recipients: { amount: number }[] }
      return BigInt(recipients[0]?.amount ?? 0)
    },
  ],
  [
    'Unisat',
    unisatTransport(unisat),
    () => {
      const [to, satoshi] = unisat.sent.at(-1) as [string, number]
      expect(to).toBe(recipientAddress)
      return BigInt(satoshi)
    },
  ],
  [
    'OKX',
    okxTransport(okx),
    () => {
      const { value } = okx.sent.at(-1) as { value: string }
      expect(value).toMatch(/^\d+(\.\d{1,8})?$/)
      return parseAmount(value, 8)
    },
  ],
  [
    'Leather',
    leatherTransport(leather, { storage: createFakeStorage() }, 'one'),
    () => {
      const recipients = leather.requests.at(-1)?.params.recipients as { amount: string }[]
      return BigInt(recipients[0]?.amount ?? 0)
    },
  ],
]

const send = (transport: WalletTransport, amount: string) =>
  transport.request({
    method: 'sendTransfer',
    params: { account, recipientAddress, amount },
    network: `bip122:${testnet}`,
  })

describe('amounts', () => {
  it.each(ways)('are sent to %s without rounding', async (_, transport, sent) => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.bigInt({ min: 1n, max: 2_100_000_000_000_000n }),
          fc.constantFrom(1n, 10n, 546n, 100_000_000n, 100_000_001n, 2_100_000_000_000_000n),
        ),
        async (amount) => {
          await send(transport, String(amount))
          expect(sent()).toBe(amount)
        },
      ),
      { numRuns: 200 },
    )
  })

  it.each(ways.slice(0, 3))('that are invalid are not sent to %s', async (_, transport) => {
    const before = wallet.prompts.length
    for (const amount of ['0', '-1', '1.5', '1e8', '9007199254740993', 'x']) {
      await expect(send(transport, amount)).rejects.toMatchObject({
        code: 'wallet/invalid-request',
      })
    }
    expect(wallet.prompts).toHaveLength(before)
  })
})
