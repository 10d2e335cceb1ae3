import { defineConfig } from 'vitest/config'

const source = { conditions: ['latchkey-source', 'module', 'node', 'import', 'default'] }

// Generous limits: tests share few and busy processors, and a slow machine is not a failure.
const limits = { testTimeout: 180_000, hookTimeout: 180_000 }

// These files stand in for no globals, so they can share modules: loading them anew took most of the time.
const shared = { ...limits, isolate: false }

const withDatabase = './apps/provider/src/testing/sharedServer.ts'

export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    // More than the processors: many tests wait for a database, a chain or a pause.
    maxWorkers: 3,
    // Tests that run side by side do so because they wait.
    maxConcurrency: 12,
    projects: [
      {
        extends: true,
        test: {
          ...limits,
          name: 'unit',
          include: [
            '{packages,apps}/*/src/**/*.test.{ts,tsx}',
            '!apps/provider/src/**',
            'apps/*/images/**/*.test.mjs',
            'scripts/**/*.test.mjs',
          ],
        },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'provider',
          include: ['apps/provider/src/**/*.test.ts'],
          globalSetup: withDatabase,
        },
      },
      {
        extends: true,
        test: {
          ...limits,
          name: 'interop',
          globalSetup: withDatabase,
          include: ['{packages,apps}/*/interop/**/*.test.ts'],
          fileParallelism: false,
        },
      },
    ],
  },
})
