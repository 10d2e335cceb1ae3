import type { Widget } from '../../widget.js'

/** Marks the widget as busy with `scope` until `run` settles. */
export async function withBusy<result>(
  widget: Widget,
  scope: string,
  run: () => Promise<result>,
): Promise<result> {
  const done = markBusy(widget, scope)
  try {
    return await run()
  } finally {
    done()
  }
}

/** Returns a function that ends the mark. */
function markBusy({ stores: { modal } }: Widget, scope: string): () => void {
  modal.set(({ busy }) => ({ busy: [...busy, scope] }))
  return () =>
    modal.set(({ busy }) => {
      const index = busy.indexOf(scope)
      return { busy: busy.filter((_, position) => position !== index) }
    })
}
