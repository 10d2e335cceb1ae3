import { expect, it } from 'vitest'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { recentReceivers, rememberReceiver } from './recentReceivers.js'

const one = `0x${'1'.repeat(40)}`
const two = `0x${'2'.repeat(40)}`

it('lists whom the visitor sent to, the latest first and each once', () => {
  const { widget } = createTestWidget()
  rememberReceiver(widget, { namespace: 'eip155', address: one })
  rememberReceiver(widget, { namespace: 'eip155', address: two, name: 'two.eth' })
  rememberReceiver(widget, { namespace: 'eip155', address: one })
  expect(recentReceivers(widget, 'eip155')).toEqual([
    { namespace: 'eip155', address: one },
    { namespace: 'eip155', address: two, name: 'two.eth' },
  ])
  expect(recentReceivers(widget, 'solana')).toEqual([])
})

it('keeps a hundred', () => {
  const { widget } = createTestWidget()
  for (let index = 0; index < 120; index += 1) {
    rememberReceiver(widget, { namespace: 'eip155', address: `0x${index}` })
  }
  expect(recentReceivers(widget, 'eip155')).toHaveLength(100)
  expect(recentReceivers(widget, 'eip155')[0]?.address).toBe('0x119')
})

it.each(['', '{', 'null', '{"a":1}', '[1,null,{"namespace":"x"},{"namespace":"eip155"}]'])(
  'reads %j as nobody',
  (receivers_journal) => {
    const { widget } = createTestWidget({ stored: { receivers_journal } })
    expect(recentReceivers(widget, 'eip155')).toEqual([])
  },
)
