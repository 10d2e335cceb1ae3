const task = 'ThreadControllerImpl::RunTask'
const frame = 'FireAnimationFrame'

/**
 * The main thread's processor time per frame during `run`, in milliseconds: the median, the 95th
 * percentile, and the percentage of frames over `limit`.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {import('@playwright/test').Page} page
 * @param {{ limit: number, run: () => Promise<unknown> }} options
 */
export async function workPerFrame(browser, page, { limit, run }) {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] })
  await run()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  return summariseFrames(traceEvents, limit)
}

export function summariseFrames(events, limit) {
  const callbacks = events.filter(({ name }) => name === frame)
  const thread = callbacks[0] && threadOf(callbacks[0])
  const tasks = events
    .filter((event) => event.name === task && event.ph === 'X' && threadOf(event) === thread)
    .sort((a, b) => a.ts - b.ts)
  // A frame begins with the task that runs its callbacks, however many there are.
  const times = tasks
    .filter(({ ts, dur }) => callbacks.some((one) => one.ts >= ts && one.ts <= ts + dur))
    .map(({ ts }) => ts)
  const work = times.slice(1).map(() => 0)
  for (const { ts, tdur = 0 } of tasks) {
    const next = times.findIndex((time) => time > ts)
    if (next > 0) work[next - 1] += tdur / 1_000
  }
  work.sort((a, b) => a - b)
  return {
    median: work[Math.floor(work.length / 2)],
    most: work[Math.floor(work.length * 0.95)],
    over: (work.filter((time) => time > limit).length / work.length) * 100,
  }
}

const threadOf = ({ pid, tid }) => `${pid}:${tid}`
