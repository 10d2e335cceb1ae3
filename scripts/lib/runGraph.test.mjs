import { expect, test } from 'vitest'
import { runGraph } from './runGraph.mjs'

const steps = [
  { name: 'wire', needs: [] },
  { name: 'pairing', needs: ['wire'] },
  { name: 'latchkey', needs: ['wire', 'pairing'] },
  { name: 'demo', needs: ['latchkey', 'left out'] },
]

test('a step begins after everything it needs', async () => {
  const ended = []
  await runGraph(steps, 2, async ({ name, needs }) => {
    for (const need of needs) if (need !== 'left out') expect(ended).toContain(need)
    await Promise.resolve()
    ended.push(name)
  })
  expect(ended).toEqual(['wire', 'pairing', 'latchkey', 'demo'])
})

test('no more steps run at once than there are workers', async () => {
  let running = 0
  let most = 0
  const independent = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name, needs: [] }))
  await runGraph(independent, 2, async () => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
  })
  expect(most).toBe(2)
})

test('after a failure nothing new begins and the failure is thrown', async () => {
  const begun = []
  const failing = runGraph(steps, 2, async ({ name }) => {
    begun.push(name)
    if (name === 'pairing') throw new Error('pairing broke')
  })
  await expect(failing).rejects.toThrow('pairing broke')
  expect(begun).toEqual(['wire', 'pairing'])
})

test('steps that wait for each other are an error, not a hang', async () => {
  const circle = [
    { name: 'a', needs: ['b'] },
    { name: 'b', needs: ['a'] },
  ]
  await expect(runGraph(circle, 2, async () => {})).rejects.toThrow('wait for each other: a, b')
})
