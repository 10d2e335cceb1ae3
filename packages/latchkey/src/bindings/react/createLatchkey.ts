import { createLatchkey as boot } from '../../boot/createLatchkey.js'
import type { Latchkey } from '../../boot/latchkey.js'
import type { LatchkeyOptions } from '../../core/config/options.js'
import { defineElements } from '../element/defineElements.js'

/**
 * Creates a widget whose modal is rendered by the page's React. Call it once, outside components.
 * On a server it returns a widget that never connects.
 *
 * @example
 * export const latchkey = createLatchkey({ projectId, networks: [mainnet], families: [eip155()] })
 */
export function createLatchkey(options: LatchkeyOptions): Latchkey {
  defineElements()
  return boot(options, () => import('../../ui/mount.js'), 'react')
}
