import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRoot } from './root.mjs'

const placeholder = /(\$\{[^}]*\})/

/** Drops white space that a style sheet does not need; what stands inside values is left alone. */
export function compactCss(css) {
  const parts = css
    .split(placeholder)
    .map((part) => (placeholder.test(part) ? part : squeeze(part)))
  return parts.join('').trim()
}

function squeeze(css) {
  return css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(';}', '}')
}

/** Compacts the style sheets in the template literals of a module. */
export function compactStyles(code) {
  return code.replace(/`([^`]*)`/g, (_, css) => `\`${compactCss(css)}\``)
}

/** Bundlers minify scripts, not the style sheets inside them: that is done here, once. */
function compactFolder(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.css.js')) continue
    const path = join(folder, name)
    writeFileSync(path, compactStyles(readFileSync(path, 'utf8')))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  compactFolder(inRoot('packages/latchkey/dist'))
}
