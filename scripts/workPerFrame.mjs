const task = 'ThreadControllerImpl::RunTask'
const frame = 'FireAnimationFrame'

/**
 * What the main thread itself works for each frame while `run` goes on, in milliseconds of processor
 * time: the median, what 95 % of the frames stay below, and how many take more than `limit`, in percent.
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
  const begins = events.filter(({ name }) => name === frame)
  const thread = begins[0] && threadOf(begins[0])
  const inThread = (event) => threadOf(event) === thread
  const times = begins
    .filter(inThread)
    .map(({ ts }) => ts)
    .sort((a, b) => a - b)
  const work = times.slice(1).map(() => 0)
  for (const event of events) {
    if (event.name !== task || event.ph !== 'X' || !inThread(event)) continue
    const next = times.findIndex((time) => time > event.ts)
    if (next > 0) work[next - 1] += (event.tdur ?? 0) / 1_000
  }
  work.sort((a, b) => a - b)
  return {
    median: work[Math.floor(work.length / 2)],
    most: work[Math.floor(work.length * 0.95)],
    over: (work.filter((time) => time > limit).length / work.length) * 100,
  }
}

const threadOf = ({ pid, tid }) => `${pid}:${tid}`
