import { mkdirSync, rmSync } from 'node:fs'
import { build } from '../build/build.mjs'
import { readInteger, readOptions } from '../lib/commandLine.mjs'
import { ensureInstalled } from '../lib/install.mjs'
import { PlainError, runMain } from '../lib/plainError.mjs'
import { requireFreePort } from '../lib/ports.mjs'
import { createPrograms, onStopSignal } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'
import { localParts, localUrls, startParts } from './localParts.mjs'

runMain(async () => {
  const options = readOptions({
    'port-base': { type: 'string', default: '4400' },
    fresh: { type: 'boolean', default: false },
    'relay-url': { type: 'string', default: '' },
  })
  const portBase = readInteger('port-base', options['port-base'], { min: 1024, max: 65_000 })
  const programs = createPrograms()
  const started = []
  let stopping = false
  const stop = async () => {
    stopping = true
    // Stop in reverse order: later parts depend on earlier ones.
    for (const part of started.splice(0).reverse()) await part.stop()
    await programs.stopAll()
  }
  onStopSignal(stop)

  try {
    for (const { name, offset } of localParts) await requireFreePort(portBase + offset, name)
    await ensureInstalled(programs)
    await build({ programs, only: ['packages/*', 'apps/*'] })

    const dataDir = inRoot('.cache', 'data', String(portBase))
    if (options.fresh) rmSync(dataDir, { recursive: true, force: true })
    mkdirSync(dataDir, { recursive: true })

    const urls = localUrls(portBase)
    let reportEnd
    const firstEnd = new Promise((resolve) => {
      reportEnd = resolve
    })
    const starting = startParts({
      portBase,
      dataDir,
      urls,
      relayUrls: readRelayUrls(options['relay-url']),
    })
    for (const [name, start] of Object.entries(starting)) {
      start.then(
        (part) => {
          started.push(part)
          console.log(`ready ${name} ${part.url}`)
          part.exited?.then(() => stopping || reportEnd(name))
        },
        () => {},
      )
    }
    const starts = await Promise.allSettled(Object.values(starting))
    // Every part is now up or has failed, so a failure can stop all of them.
    const failed = starts.find(({ status }) => status === 'rejected')
    if (failed) throw failed.reason
    const ended = await firstEnd
    throw new PlainError(`${ended} ended by itself; everything else is stopped too.`)
  } finally {
    await stop()
  }
})

/** Further names of the local relay, for clients behind a TLS proxy of one's own. */
function readRelayUrls(list) {
  const urls = list.split(',').filter((url) => url !== '')
  const bad = urls.find((url) => !/^wss?:\/\/[^/]/.test(url))
  if (bad !== undefined)
    throw new PlainError(`--relay-url ${bad} does not start with wss:// or ws://.`)
  return urls
}
