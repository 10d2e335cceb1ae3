import { expect, it } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { createFakeProvider } from '../../../fixtures/fakeProvider.js'
import { createFakeChain } from '../../../fixtures/fakeTransfers.js'
import { createTestWidget } from '../../../fixtures/testWidget.js'
import { addRecentRecipient } from '../../core/account/recipients/recentRecipients.js'
import { ProviderError } from '../../core/runtime/errors/provider.js'
import { getNameWarning, normalizeName } from './resolveName.js'
import { resolveRecipient } from './resolveRecipient.lazy.js'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const record = (addresses: Record<string, string>, attributes = {}) => ({
  name: 'x',
  attributes,
  addresses: Object.fromEntries(
    Object.entries(addresses).map(([coin, address]) => [coin, { address, created_at: null }]),
  ),
})

function setUp(answer: (name: string) => unknown = () => record({ 60: alice })) {
  const provider = createFakeProvider({ lookUpName: ({ name = '' }) => answer(name) })
  const { widget } = createTestWidget({ provider })
  const { reading } = createFakeChain()
  const { signal } = new AbortController()
  const read = (text: string, network = evmNetwork('1')) =>
    resolveRecipient(widget, { text, network, reading, signal })
  return { widget, provider, read }
}

const known = [
  'vitalik.eth',
  'alice.reown.id',
  'paypal.eth',
  'coinbase.eth',
  'uniswap.eth',
  'opensea.wcn.id',
]

/** Ways to imitate a letter of a name. */
const tricks: readonly ((letter: string) => readonly string[])[] = [
  (letter) =>
    ({
      a: ['а', 'ɑ', 'α', 'ạ', 'à', 'ａ', '𝒶'],
      b: ['Ь', 'ḅ', 'ｂ'],
      c: ['с', 'ϲ', 'ç', 'ｃ'],
      d: ['ԁ', 'ḍ'],
      e: ['е', 'ҽ', 'ẹ', 'é', 'ｅ'],
      i: ['і', 'ι', 'ị', '1', 'l', 'í', 'ｉ', 'ı'],
      k: ['κ', 'ḳ', 'к'],
      l: ['ӏ', '1', 'i', 'ḷ', 'ⅼ', 'ｌ'],
      n: ['ո', 'ņ', 'ñ'],
      o: ['о', 'ο', '0', 'ọ', 'ö', 'ｏ', 'օ'],
      p: ['р', 'ρ', 'ṗ'],
      r: ['г', 'ṛ'],
      s: ['ѕ', '5', 'ṣ'],
      t: ['τ', 'ţ', 'т'],
      u: ['υ', 'ս', 'ü'],
      v: ['ν', 'ѵ', 'ṿ'],
      w: ['ѡ', 'vv', 'ẉ'],
      y: ['у', 'ỵ', 'ý'],
    })[letter] ?? [],
  (letter) => [`${letter}\u200d`, `${letter}\u200b`, `${letter}\u00ad`, `\u202e${letter}`],
  (letter) => [`${letter}-`, `${letter}\u0301`, `${letter}\ufe0f`, `${letter}\u2060`],
]

function confusables(): readonly string[] {
  const found = known.flatMap((name) => {
    const end = name.indexOf('.')
    return [...name.slice(0, end)].flatMap((letter, index) =>
      tricks.flatMap((trick) =>
        trick(letter).map((other) => `${name.slice(0, index)}${other}${name.slice(index + 1)}`),
      ),
    )
  })
  return [...new Set(found)]
}

it('rejects or warns of 500 names confusable with known ones', async () => {
  const names = confusables()
  expect(names.length).toBeGreaterThanOrEqual(500)
  const results = await Promise.all(
    names.map(async (typed) => {
      const name = await normalizeName(typed).catch(() => undefined)
      return name === undefined || getNameWarning(typed, name, known) !== undefined
    }),
  )
  expect(names.filter((_, index) => !results[index])).toEqual([])
})

it('does not warn of ordinary names', () => {
  for (const name of [...known, 'bob.eth', 'some-one.wcn.id']) {
    expect(getNameWarning(name, name, known)).toBeUndefined()
  }
  expect(getNameWarning('Alice.eth', 'alice.eth', known)).toBeUndefined()
})

it('resolves a name after normalizing it', async () => {
  const { read, provider } = setUp(() => record({ 60: alice.toLowerCase() }))
  await expect(read('Alice.ETH')).resolves.toMatchObject({ address: alice, name: 'alice.eth' })
  expect(provider.calls[0]?.input).toEqual({ name: 'alice.eth', apiVersion: '2' })
})

it('prefers the address of the network, then that of Ethereum', async () => {
  const base = String(0x8000_0000 + 8453)
  const { read } = setUp(() => record({ 60: alice, [base]: bob }))
  await expect(read('a.eth', evmNetwork('8453'))).resolves.toMatchObject({ address: bob })
  await expect(read('a.eth', evmNetwork('1'))).resolves.toMatchObject({ address: alice })
  await expect(read('a.eth', evmNetwork('10'))).resolves.toMatchObject({ address: alice })
})

it('resolves account names, whose main network entry has another coin type', async () => {
  const { read } = setUp(() => record({ 2147483649: bob }, { avatar: 'https://pic.test/b.png' }))
  await expect(read('bob.reown.id')).resolves.toEqual({
    address: bob,
    name: 'bob.reown.id',
    // No picture: its host must not learn the recipient.
    image: undefined,
    warning: undefined,
  })
})

it('warns of a name similar to a past recipient', async () => {
  const { widget, read } = setUp()
  addRecentRecipient(widget, { namespace: 'eip155', address: bob, name: 'paypal.eth' })
  await expect(read('paypa1.eth')).resolves.toMatchObject({
    warning: { kind: 'look-alike', known: 'paypal.eth' },
  })
})

it.each([
  ['nobody.eth', () => [], { reason: 'name-unknown' }],
  [
    'solana.eth',
    () => record({ 501: 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr' }),
    { reason: 'name-unknown' },
  ],
  ['zero.eth', () => record({ 60: `0x${'0'.repeat(40)}` }), { reason: 'zero' }],
  ['p\u0430ypal.eth', () => record({ 60: alice }), { reason: 'name-characters' }],
  ['two words.eth', () => record({ 60: alice }), { reason: 'address' }],
  ['nodot', () => record({ 60: alice }), { reason: 'address' }],
  [`0x${'0'.repeat(40)}`, () => [], { reason: 'zero' }],
])('rejects %s', async (text, answer, fault) => {
  await expect(setUp(answer).read(text)).rejects.toMatchObject(fault)
})

it('reports the provider’s first reason, or that the name could not be resolved', async () => {
  const fail = (reasons?: { field: string; description: string }[]) => () => {
    throw new ProviderError('server-error', { reasons })
  }
  await expect(
    setUp(fail([{ field: 'name', description: 'Names are asleep' }])).read('a.eth'),
  ).rejects.toThrow('Names are asleep')
  await expect(setUp(fail()).read('a.eth')).rejects.toThrow('Error resolving name')
})

it('rejects names without a provider and on test networks', async () => {
  const { reading } = createFakeChain()
  const { widget } = createTestWidget()
  const { signal } = new AbortController()
  const input = { text: 'a.eth', network: evmNetwork('1'), reading, signal }
  await expect(resolveRecipient(widget, input)).rejects.toMatchObject({ reason: 'no-names' })
  const test = evmNetwork('11155111', { isTestnet: true })
  await expect(setUp().read('a.eth', test)).rejects.toMatchObject({ reason: 'no-names' })
})
