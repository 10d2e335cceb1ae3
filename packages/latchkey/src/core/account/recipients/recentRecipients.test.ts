import { expect, it } from 'vitest'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { addRecentRecipient, getRecentRecipients } from './recentRecipients.js'

const one = `0x${'1'.repeat(40)}`
const two = `0x${'2'.repeat(40)}`

it('lists each recipient once, newest first', () => {
  const { widget } = createTestWidget()
  addRecentRecipient(widget, { namespace: 'eip155', address: one })
  addRecentRecipient(widget, { namespace: 'eip155', address: two, name: 'two.eth' })
  addRecentRecipient(widget, { namespace: 'eip155', address: one })
  expect(getRecentRecipients(widget, 'eip155')).toEqual([
    { namespace: 'eip155', address: one },
    { namespace: 'eip155', address: two, name: 'two.eth' },
  ])
  expect(getRecentRecipients(widget, 'solana')).toEqual([])
})

it('keeps at most a hundred', () => {
  const { widget } = createTestWidget()
  for (let index = 0; index < 120; index += 1) {
    addRecentRecipient(widget, { namespace: 'eip155', address: `0x${index}` })
  }
  expect(getRecentRecipients(widget, 'eip155')).toHaveLength(100)
  expect(getRecentRecipients(widget, 'eip155')[0]?.address).toBe('0x119')
})

it.each(['', '{', 'null', '{"a":1}', '[1,null,{"namespace":"x"},{"namespace":"eip155"}]'])(
  'reads %j as an empty list',
  (receivers_journal) => {
    const { widget } = createTestWidget({ stored: { receivers_journal } })
    expect(getRecentRecipients(widget, 'eip155')).toEqual([])
  },
)
