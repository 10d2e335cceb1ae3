import { defineConfig } from '@playwright/test'
import { findBrowser } from '../scripts/lib/browser.mjs'

const inCi = process.env.CI === 'true'

export default defineConfig({
  testDir: './specs',
  // Variants of other tests, and screenshots: only in thorough runs.
  ...(process.env.THOROUGH === 'true' ? {} : { grepInvert: /@thorough/ }),
  outputDir: '../artifacts/e2e',
  globalSetup: './globalSetup.ts',
  // More than processors: tests mostly wait.
  workers: 3,
  fullyParallel: true,
  forbidOnly: inCi,
  // A test that passes only when repeated is reported as flaky, not hidden.
  retries: inCi ? 2 : 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: '../artifacts/e2e.json' }]],
  use: {
    actionTimeout: 20_000,
    launchOptions: findBrowser({ packaged: true }),
    screenshot: 'only-on-failure',
    // Recording slows every test down, so only one that failed is recorded, on its next run.
    trace: 'on-first-retry',
  },
})
