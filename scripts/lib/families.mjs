import { readdirSync } from 'node:fs'
import { inRoot } from './root.mjs'

/** The chain families of the widget: every folder in `families` except the shared code. */
export function listFamilies() {
  return readdirSync(inRoot('packages', 'latchkey', 'src', 'families')).filter(
    (name) => name !== 'shared',
  )
}
