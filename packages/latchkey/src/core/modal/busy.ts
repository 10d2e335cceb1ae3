import type { Widget } from '../widget.js'

/** Marks the widget busy with `scope` while `run` is under way, on every path out. */
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

/** Shows the widget as busy with `scope`, until what it answers is called. */
function markBusy({ stores: { modal } }: Widget, scope: string): () => void {
  modal.set(({ busy }) => ({ busy: [...busy, scope] }))
  return () =>
    modal.set(({ busy }) => {
      const index = busy.indexOf(scope)
      return { busy: busy.filter((_, position) => position !== index) }
    })
}
