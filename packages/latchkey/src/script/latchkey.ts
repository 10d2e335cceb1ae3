/**
 * The whole widget for pages without a build of their own: one script tag that says what it needs,
 *
 *     <script type="module" src="latchkey.js" data-project-id="my-site" data-eip155="mainnet base"></script>
 *
 * whose widget the page's other scripts get with `(await import('./latchkey.js')).ready`; or
 * `import { start } from './latchkey.js'`, which takes every option.
 */
import { watchInstance } from '../boot/instances.js'
import type { Latchkey } from '../boot/latchkey.js'
import { readTag } from './readTag.js'
import { start } from './start.js'

export { start }

/**
 * The page's widget: the one of the script's tag, else the first that the page starts. Rejects when the
 * tag is wrong.
 */
export const ready: Promise<Latchkey> = readyWidget()

async function readyWidget(): Promise<Latchkey> {
  const tag = readTag(document, import.meta.url)
  if (tag) return start(tag)
  return new Promise((resolve) => watchInstance(undefined, ({ latchkey }) => resolve(latchkey)))
}

const announce = (detail: Latchkey) =>
  window.dispatchEvent(new CustomEvent('latchkey:ready', { detail }))

// Whether or not anybody waits, the console tells what is wrong with the tag.
ready.then(announce, reportError)
