import { expect, test } from 'vitest'
import { summariseFrames } from './workPerFrame.mjs'

const main = { pid: 1, tid: 1 }
const frame = (ts, thread = main) => ({ name: 'FireAnimationFrame', ts, ...thread })
const work = (ts, ms, thread = main) => ({
  name: 'ThreadControllerImpl::RunTask',
  ph: 'X',
  ts,
  dur: 5,
  tdur: ms * 1_000,
  ...thread,
})

test('counts work up to the next frame for the first one, and no other threads', () => {
  const first = [work(100, 2), frame(101), frame(103), work(120, 1)]
  const second = [work(200, 1), frame(202), work(300, 4), frame(301)]
  const others = [work(115, 50, { pid: 1, tid: 2 }), work(50, 9)]
  expect(summariseFrames([...others, ...first, ...second], 2)).toEqual({
    median: 3,
    most: 3,
    over: 50,
  })
})
