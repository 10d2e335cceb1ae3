import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { listFiles } from './scripts/lib/fileHash.mjs'
import { inRoot, root } from './scripts/lib/root.mjs'
import { patience } from './scripts/test/patience.mjs'
import VitestSequencer from './scripts/test/vitestSequencer.mjs'

const source = { conditions: ['latchkey-source', 'module', 'node', 'import', 'default'] }

// Generous limits: tests share few and busy processors, and a slow machine is not a failure.
const limits = {
  testTimeout: 300_000,
  hookTimeout: 600_000,
  setupFiles: './scripts/test/vitestSetup.mjs',
}

// Modules keep no state, so files can share them: loading them again for each took half of the time.
const shared = { ...limits, isolate: false }

// Files that put others in the place of modules keep theirs to themselves.
const apart = ['packages', 'apps']
  .flatMap((folder) => listFiles(inRoot(folder)))
  .filter((path) => /\.test\.tsx?$/.test(path) && !path.startsWith(inRoot('apps', 'provider')))
  .filter((path) => /\bvi\.(mock|doMock|resetModules)\(/.test(readFileSync(path, 'utf8')))
  .map((path) => relative(root, path))

const withDatabaseAndChain = [
  './apps/provider/src/testing/sharedServer.ts',
  './apps/dev-stack/src/evm/compileBeforeTests.ts',
]

export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    // More than the processors: many tests wait for a database, a chain or a pause.
    maxWorkers: 3,
    // Tests that run side by side do so because they wait.
    maxConcurrency: 12,
    sequence: { sequencer: VitestSequencer },
    expect: { poll: { timeout: patience } },
    // The longest waits first, so that other tests run during them.
    projects: [
      {
        extends: true,
        test: {
          ...shared,
          name: 'provider',
          include: ['apps/{provider,dev-stack}/src/**/*.test.ts'],
          globalSetup: withDatabaseAndChain,
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'unit',
          include: [
            '{packages,apps}/*/src/**/*.test.{ts,tsx}',
            '!apps/{provider,dev-stack}/src/**',
            'apps/*/images/**/*.test.mjs',
            'scripts/**/*.test.mjs',
            ...apart.map((path) => `!${path}`),
          ],
        },
      },
      {
        extends: true,
        test: { ...shared, isolate: true, name: 'apart', include: apart },
      },
      {
        extends: true,
        // On demand: npm run test:deploy.
        test: {
          ...limits,
          name: 'deploy',
          include: ['e2e/deploy/*.test.mjs'],
          fileParallelism: false,
        },
      },
      {
        extends: true,
        // On demand: npm run test:firefox.
        test: { ...limits, name: 'firefox', include: ['e2e/firefox/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...limits,
          name: 'interop',
          globalSetup: withDatabaseAndChain,
          include: ['{packages,apps}/*/interop/**/*.test.ts'],
        },
      },
    ],
  },
})
