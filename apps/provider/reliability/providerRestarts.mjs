import { joinDatabase } from '@latchkey/provider/openDatabase'
import { developmentProjectId } from '@latchkey/provider/startApi'
import { createProjectStore } from '../dist/store/projects.js'
import { createWrites } from './acknowledgedWrites.mjs'
import { milliseconds, quantile } from './figures.mjs'

const startTimeoutMs = 10_000

/**
 * Starts and kills a provider repeatedly on the same directory, each time during `rate` writes a second.
 * After every kill it must restart with every acknowledged write complete.
 */
export function createProviderRestarts({ provider, rate }) {
  const writes = createWrites({ rate })
  const starts = []
  // The database library does not catch errors of a connection that breaks while it opens.
  process.on('unhandledRejection', (error) => {
    if (!/^CONNECTION_|^ECONN/.test(error?.code)) throw error
  })

  async function start(env) {
    try {
      return await provider.start(env)
    } catch (error) {
      console.error(error.message)
      return undefined
    }
  }

  return {
    /** `plan` returns the environment of a run, what happens before its writes, and how it ends. */
    async run(count, plan) {
      let records = []
      for (let round = 0; round <= count; round += 1) {
        const { env, beforeWrites, kill, afterwards } = await plan(round)
        const started = await start(env)
        if (!started) return
        if (round > 0) starts.push(started.ms)
        const database = await joinDatabase({ dataDir: provider.dataDir })
        const projects = createProjectStore(database.sql)
        if (round === 0) await projects.change(developmentProjectId, { isAnalyticsEnabled: true })
        await writes.check(database.sql, records)
        if (round === count) {
          await writes.checkEverything(database.sql)
          await database.stop()
          return
        }
        await beforeWrites?.()
        records = await writes.through({
          url: started.url,
          projects,
          kill,
          leave: () => database.sql.end({ timeout: 0 }),
        })
        await afterwards?.()
        if ((round + 1) % 10 === 0)
          console.error(`${round + 1} restarts, ${writes.figures.lost} lost`)
      }
    },

    report: (count, kind) => ({
      [`${kind}s`]: count,
      ...writes.report(),
      'started again without manual help': `${starts.length} of ${count}`,
      [`start after a ${kind} (p50 / max)`]: `${milliseconds(quantile(starts, 0.5))} / ${milliseconds(Math.max(0, ...starts))}`,
      [`starts over ${startTimeoutMs / 1_000} s`]: slow().length,
    }),
    isWhole: (count) => writes.isWhole() && starts.length === count,
    isQuick: () => slow().length === 0,
    /** The duration of the last start. */
    startMs: () => starts.at(-1) ?? startTimeoutMs / 2,
    end: () => writes.end(),
  }

  function slow() {
    return starts.filter((ms) => ms > startTimeoutMs)
  }
}
