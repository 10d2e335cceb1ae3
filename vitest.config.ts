import { defineConfig } from 'vitest/config'

const source = { conditions: ['latchkey-source', 'module', 'node', 'import', 'default'] }

// Generous limits: tests share few and busy processors, and a slow machine is not a failure.
const limits = { testTimeout: 180_000, hookTimeout: 180_000 }

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
            'apps/*/images/**/*.test.mjs',
            'scripts/**/*.test.mjs',
          ],
        },
      },
      {
        extends: true,
        test: {
          ...limits,
          name: 'interop',
          include: ['{packages,apps}/*/interop/**/*.test.ts'],
          fileParallelism: false,
        },
      },
    ],
  },
})
