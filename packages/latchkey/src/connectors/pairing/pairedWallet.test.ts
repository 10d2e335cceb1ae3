import { expect, it } from 'vitest'
import { createLateResponses, type LateResponse } from './pairedWallet.js'

const late = (topic: string): LateResponse => ({
  topic,
  id: 1,
  chainId: 'eip155:1',
  method: 'eth_sendTransaction',
  outcome: { result: '0x1' },
})

it('delivers an early response once its wallet is created', () => {
  let notify: (late: LateResponse) => void = () => {}
  const answers = createLateResponses({
    on: (_: unknown, listener: never) => {
      notify = listener
      return () => {}
    },
  })
  const taken: string[] = []
  const open = (topic: string) =>
    answers.subscribe((one) => one.topic === topic && taken.push(`${topic} ${one.id}`) > 0)
  // Emitted while the client is restored.
  notify(late('b'))
  open('a')
  expect(taken).toEqual([])
  const stop = open('b')
  open('b')
  expect(taken).toEqual(['b 1'])
  notify(late('a'))
  expect(taken).toEqual(['b 1', 'a 1'])
  stop()
})
