type Attributes = Readonly<Record<string, string | undefined>>

/** An element as HTML. The content is HTML already; names are the caller's own, never a site's. */
export function writeTag(
  name: string,
  attributes: Attributes,
  content: readonly string[] = [],
): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === undefined ? '' : ` ${attribute}="${escapeText(value)}"`,
  )
  return `<${name}${written.join('')}>${content.join('')}</${name}>`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** A text as it stands in HTML, between tags or in an attribute. */
export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}
