import { build } from '../build/build.mjs'
import { findOnPath } from '../lib/browser.mjs'
import { ensureInstalled } from '../lib/install.mjs'
import { PlainError, runMain } from '../lib/plainError.mjs'
import { createPrograms, onStopSignal } from '../lib/programs.mjs'
import { inRoot } from '../lib/root.mjs'

const names = ['firefox', 'firefox-esr']

/** Runs the main flows of the playground in an installed Firefox, from `FIREFOX_PATH` or the PATH. */
runMain(async () => {
  const firefox = process.env.FIREFOX_PATH ?? findOnPath(names, process.env.PATH ?? '')
  if (!firefox)
    throw new PlainError('No Firefox found: install one, or name one with FIREFOX_PATH.')
  const programs = createPrograms()
  onStopSignal(programs.stopAll)
  await ensureInstalled(programs)
  await build({ programs })
  const vitest = [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'firefox']
  process.exitCode = await programs.run(process.execPath, vitest, {
    env: { FIREFOX_PATH: firefox },
    stopSignal: 'SIGINT',
  })
})
