import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createCosmosKey, createFakeKeplr } from '../../../fixtures/fakeKeplr.js'
import { createFakeStorage } from '../../../fixtures/fakeStorage.js'
import { act, type HostileOutcome, outcomeLike } from '../../../fixtures/garbage.js'
import { toNetwork } from '../../../fixtures/toNetwork.js'
import type { ChainSession } from '../../core/connection/family.js'
import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import { createAdapter } from './adapter.js'
import { inPageTransport } from './inPageTransport.js'
import * as networkList from './networks.js'
import type { CosmosProvider } from './provider.js'

const network = toNetwork(networkList.cosmoshub)
const { signal } = new AbortController()
const key = createCosmosKey(1)
const address = key.addressOn('cosmoshub-4')

beforeEach(() => vi.stubGlobal('window', new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

function attach(wallet: unknown) {
  return createAdapter().attach({
    transport: inPageTransport(
      wallet,
      { networks: [network], storage: createFakeStorage() },
      { id: 'one' },
    ),
    mode: 'ask',
    network,
    networks: () => [network],
    ports: { clock: createFakeClock() },
    journal: async () => createFakeJournal(),
    signal,
  }) as Promise<ChainSession>
}

const almostKey = fc.record({
  algo: fc.constantFrom('secp256k1', '', 7),
  bech32Address: fc.constantFrom(address, `${address}q`, key.addressOn('osmosis-1'), null),
  pubKey: fc.constantFrom<unknown>(key.publicKey, new Uint8Array(33), [...key.publicKey], 'A'),
})

describe('hostile wallets', () => {
  it('lead to a typed error or a valid session with any response', async () => {
    const wallet = createFakeKeplr([key])
    const members = fc.constantFrom('enable', 'getKey', 'disable')
    await fc.assert(
      fc.asyncProperty(members, outcomeLike(almostKey), async (member, outcome) => {
        const object = { ...wallet.object, [member]: () => act(outcome) }
        const result = await attach(object).catch((error: unknown) => ({ error }))
        if ('error' in result) {
          expect(isWidgetError(result.error)).toBe(true)
        } else {
          for (const account of result.accounts()) expect(account.address).toBe(address)
          await result.end({ notifyWallet: true })
        }
      }),
      { seed: 36, numRuns: 500 },
    )
  })

  it('are rejected with any invalid signature', async () => {
    const wallet = createFakeKeplr([key])
    let given: HostileOutcome = ['answer', () => undefined]
    for (const method of ['signAmino', 'signDirect', 'signArbitrary']) {
      wallet.answer(method, () => act(given))
    }
    const provider = (await attach(wallet.object)).provider as CosmosProvider
    const amino = {
      chain_id: 'cosmoshub-4',
      account_number: '0',
      sequence: '0',
      fee: { gas: '0', amount: [] },
      msgs: [],
      memo: '',
    }
    const direct = {
      chainId: 'cosmoshub-4',
      accountNumber: 0n,
      bodyBytes: Uint8Array.of(0x0a, 0),
      authInfoBytes: Uint8Array.of(0x12, 0),
    }
    const signature = fc.record({
      pub_key: fc.record({
        type: fc.constantFrom('tendermint/PubKeySecp256k1', 7),
        value: fc.constantFrom(Buffer.from(key.publicKey).toString('base64'), 'AA==', '!'),
      }),
      signature: fc.constantFrom(Buffer.alloc(64, 1).toString('base64'), '', 7),
    })
    const almost = fc.oneof(
      signature,
      fc.record({ signature, signed: fc.constantFrom<unknown>(amino, direct, null) }),
    )
    await fc.assert(
      fc.asyncProperty(outcomeLike(almost), async (next) => {
        given = next
        for (const pending of [
          provider.signAmino(address, amino),
          provider.signDirect(address, direct),
          provider.signArbitrary(address, 'x'),
        ]) {
          const error = await pending.catch((reason: unknown) => reason)
          expect(isWidgetError(error)).toBe(true)
        }
      }),
      { seed: 36, numRuns: 200 },
    )
  })
})
