const placeholder = /(\$\{[^}]*\})/

/** Removes insignificant white space from a style sheet, but not inside values. */
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
      // Only after property and media feature names; in a selector a space is significant.
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
