import { createLatchkey as boot } from '../../boot/createLatchkey.js'
import type { Latchkey } from '../../boot/latchkey.js'
import type { LatchkeyOptions } from '../../core/config/options.js'
import { defineElements } from './defineElements.js'

/**
 * Creates a widget on this page and defines the `<latchkey-…>` elements.
 *
 * @example
 * const latchkey = createLatchkey({ projectId, networks: [mainnet], families: [eip155()] })
 * document.querySelector('#connect').onclick = () => latchkey.open()
 */
export function createLatchkey(options: LatchkeyOptions): Latchkey {
  defineElements()
  return boot(options, () => import('../../ui/mount.sealed.js'), 'html')
}
