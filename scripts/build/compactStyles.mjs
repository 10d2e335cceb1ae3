const placeholder = /(\$\{[^}]*\})/

/** Drops white space that a style sheet does not need; what stands inside values is left alone. */
export function compactCss(css) {
  const parts = css
    .split(placeholder)
    .map((part) => (placeholder.test(part) ? part : squeeze(part)))
  return parts.join('').trim()
}

function squeeze(css) {
  return (
    css
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\s+/g, ' ')
      .replace(/ ?([{};,>]) ?/g, '$1')
      .replaceAll(';}', '}')
      // After the name of a property or of a media feature; in a selector a space would mean something.
      .replace(/([{;(][-\w]+): /g, '$1:')
  )
}

/**
 * Compacts the style sheets in the template literals of a module: bundlers minify scripts, not the
 * style sheets inside them.
 */
export function compactStyles(code) {
  return code.replace(/`([^`]*)`/g, (_, css) => `\`${compactCss(css)}\``)
}
