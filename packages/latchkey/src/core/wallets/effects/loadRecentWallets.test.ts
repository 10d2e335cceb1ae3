import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createTestWidget } from '../../../../fixtures/testWidget.js'

function recent(text: string) {
  const { widget, end } = createTestWidget({ stored: { recent_wallets: text } })
  end()
  return widget.stores.registry.get().recent
}

it.each([
  ['{"id":"a"', []],
  ['{"id":"a"}', []],
  ['null', []],
  ['[null,{"id":1},{"id":"a","name":"A","x":1}]', [{ id: 'a', name: 'A' }]],
])('reads %s as %j', (text, expected) => {
  expect(recent(text)).toEqual(expected)
})

it('limits the recent wallets as specified', () => {
  const wallets = ['a', 'b', 'c'].map((id) => ({ id, name: id }))
  expect(recent(JSON.stringify(wallets))).toEqual(wallets.slice(0, 2))
})

it('accepts any content of the storage', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => Array.isArray(recent(text))),
    { numRuns: 30 },
  )
})
