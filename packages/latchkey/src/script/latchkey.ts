/**
 * The whole widget for pages without a build of their own: one script tag that says what it needs,
 *
 *     <script type="module" src="latchkey.js" data-project-id="my-site" data-eip155="mainnet base"></script>
 *
 * whose widget the page's other scripts are given by the event `latchkey:ready`; or
 * `import { start } from './latchkey.js'`, which takes every option.
 */
import type { Latchkey } from '../boot/latchkey.js'
import { readTag } from './readTag.js'
import { start } from './start.js'

export { start }

const announce = (detail: Latchkey) =>
  window.dispatchEvent(new CustomEvent('latchkey:ready', { detail }))

const tag = readTag(document, import.meta.url)
// Nobody waits for the answer: what is wrong with the tag is told in the console.
if (tag) start(tag).then(announce, reportError)
