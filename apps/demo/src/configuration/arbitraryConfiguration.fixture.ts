import fc from 'fast-check'
import { describeOptions, fieldsOf } from './catalogue.js'
import type { Configuration } from './configuration.js'
import type { Field, Kind, ValueOf } from './fields.js'
import { readLocal } from './local.js'

export const fields = fieldsOf(
  describeOptions(
    readLocal({
      chains: { 'eip155:1': 'http://127.0.0.1:8545' },
      sampleWallet: 'http://localhost:4401',
      relay: 'ws://127.0.0.1:4405',
    }),
  ),
)

const anyText = fc.string({ unit: 'grapheme', minLength: 1 })
const words = fc.stringMatching(/^[a-z0-9]{1,8}$/)

/** Something that fits the patterns of addresses, ids and names alike, or any text where all may be. */
function textFor(pattern: RegExp | undefined): fc.Arbitrary<string> {
  if (!pattern) return anyText
  const forms = [
    words,
    words.map((word) => `https://${word}.example/'"<${word}`),
    words.map((word) => `wss://${word}`),
    fc.stringMatching(/^0x[0-9a-f]{40}$/),
  ]
  return fc.oneof(...forms).filter((text) => pattern.test(text))
}

function valueFor(field: Field): fc.Arbitrary<ValueOf[Kind]> {
  switch (field.kind) {
    case 'flag':
      return fc.boolean()
    case 'choice':
      return fc.constantFrom(...field.choices.map(({ value }) => value))
    case 'text':
      return fc.oneof(fc.constant(''), textFor(field.pattern))
    case 'colour':
      return fc.oneof(fc.constant(''), fc.stringMatching(/^#[0-9a-f]{6}$/))
    case 'range':
      return fc.option(fc.integer({ min: field.from, max: field.to }))
    case 'list':
      return fc.array(textFor(field.pattern), { maxLength: 3 })
    case 'order': {
      const items = field.items.map(({ value }) => value)
      const some = fc.shuffledSubarray(items, { minLength: field.needsOne ? 1 : 0 })
      return field.needsOne || field.fallback !== null ? some : fc.option(some)
    }
    case 'pairs':
      return fc.dictionary(anyText, textFor(field.pattern), { maxKeys: 3, noNullPrototype: true })
    case 'wallets':
      return fc.array(fc.record({ id: anyText, name: anyText, homepage: textFor(/^https:/) }), {
        maxLength: 2,
      })
  }
}

/** Every configuration the panel can hold, and some only an address can. */
export const arbitraryConfiguration: fc.Arbitrary<Configuration> = fc.record(
  Object.fromEntries(fields.map((field) => [field.path, valueFor(field)])),
  { noNullPrototype: true },
)
