import type { Widget } from '../../../core/widget.js'

/** Shows what the form says for review. What that takes is fetched with the first. */
export async function openReview(widget: Widget): Promise<void> {
  const { reviewSend } = await import('./reviewSend.js')
  await reviewSend(widget)
}
