import type { Widget } from '../widget.js'

/** What `create` makes for this widget: once, when first asked for. Nothing is kept at module scope. */
export function getOrCreate<value>(widget: Widget, create: (widget: Widget) => value): value {
  const { kept } = widget
  if (!kept.has(create)) kept.set(create, create(widget))
  return kept.get(create) as value
}
