import { copyFileSync, mkdirSync } from 'node:fs'
import { runMain } from '../lib/plainError.mjs'
import { inRoot } from '../lib/root.mjs'

/** Copies the sample wallet's script and its licenses into the widget's package. */
runMain(async () => {
  const target = ['packages', 'latchkey', 'dist', 'testing']
  mkdirSync(inRoot(...target), { recursive: true })
  for (const file of ['wallet.js', 'wallet.licences.md']) {
    copyFileSync(inRoot('apps', 'sample-wallet', 'dist', file), inRoot(...target, file))
  }
})
