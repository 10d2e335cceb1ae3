/**
 * The complete widget for pages without a build step. Configure it with a script tag:
 *
 *     <script type="module" src="latchkey.js" data-project-id="my-site" data-eip155="mainnet base"></script>
 *
 * Other scripts get the widget with `(await import('./latchkey.js')).ready`. For all options, use
 * `import { start } from './latchkey.js'` instead.
 */
import { watchInstance } from '../boot/instances.js'
import type { Latchkey } from '../boot/latchkey.js'
import { readTag } from './readTag.js'
import { start } from './start.js'

export { start }

/**
 * The page's widget: the one of the script tag, or the first one the page starts. Rejects when an
 * attribute of the tag is invalid.
 */
export const ready: Promise<Latchkey> = readyWidget()

async function readyWidget(): Promise<Latchkey> {
  const tag = readTag(document, import.meta.url)
  if (tag) return start(tag)
  return new Promise((resolve) => watchInstance(undefined, ({ latchkey }) => resolve(latchkey)))
}

const announce = (detail: Latchkey) =>
  window.dispatchEvent(new CustomEvent('latchkey:ready', { detail }))

// Reports an invalid tag to the console, even if no script uses `ready`.
ready.then(announce, reportError)
