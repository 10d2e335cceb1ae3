import { expect, test } from 'vitest'
import { summariseFrames } from './workPerFrame.mjs'

const main = { pid: 1, tid: 1 }
const frame = (ts, thread = main) => ({ name: 'FireAnimationFrame', ts, ...thread })
const work = (ts, ms, thread = main) => ({
  name: 'ThreadControllerImpl::RunTask',
  ph: 'X',
  ts,
  tdur: ms * 1_000,
  ...thread,
})

test('work between two frames counts for the first of them, other threads do not', () => {
  const events = [frame(100), work(110, 2), work(120, 1), frame(200), work(210, 1), frame(300)]
  const others = [work(115, 50, { pid: 1, tid: 2 }), work(50, 9), work(400, 9)]
  expect(summariseFrames([...events, ...others], 2)).toEqual({ median: 3, most: 3, over: 50 })
})
