import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inRoot } from '../lib/root.mjs'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-setup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = {
  // A module that takes its time, and files that come in order.
  'vitest.config.mjs': `
    const slowly = async (_, id) => {
      if (id.endsWith('part.mjs')) await new Promise((resolve) => setTimeout(resolve, 500))
    }
    class InOrder {
      shard = (files) => files
      sort = (files) => files.sort((one, other) => one.moduleId.localeCompare(other.moduleId))
    }
    export default {
      plugins: [{ name: 'slow', transform: slowly }],
      test: {
        globals: true,
        isolate: false,
        maxWorkers: 1,
        sequence: { sequencer: InOrder },
        setupFiles: ${JSON.stringify(inRoot('scripts', 'test', 'vitestSetup.mjs'))},
      },
    }`,
  'part.mjs': 'globalThis.partIsLoaded = true',
  'a.test.mjs': `
    test('leaves things behind', () => {
      void import('./part.mjs')
      vi.stubGlobal('innerWidth', 320)
      vi.stubEnv('SHOP', 'open')
      vi.useFakeTimers()
    })`,
  'b.test.mjs': `
    test('finds nothing of it but what was loaded', () => {
      expect(globalThis.partIsLoaded).toBe(true)
      expect(globalThis.innerWidth).toBe(undefined)
      expect(process.env.SHOP).toBe(undefined)
      expect(vi.isFakeTimers()).toBe(false)
    })`,
}

test('a test file finds the imports of an earlier one finished, and nothing replaced', () => {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--root', folder],
    { encoding: 'utf8', env: { ...process.env, VITEST: '', NO_COLOR: '1' } },
  )
  expect(stdout + stderr).toContain('2 passed')
  expect(status).toBe(0)
})
