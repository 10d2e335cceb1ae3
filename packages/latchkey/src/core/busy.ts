import type { Widget } from './widget.js'

/** Marks the widget busy with `scope` while `run` is under way, on every path out. */
export async function withBusy<result>(
  widget: Widget,
  scope: string,
  run: () => Promise<result>,
): Promise<result> {
  const { modal } = widget.stores
  modal.set(({ busy }) => ({ busy: [...busy, scope] }))
  try {
    return await run()
  } finally {
    modal.set(({ busy }) => {
      const index = busy.indexOf(scope)
      return { busy: busy.filter((_, position) => position !== index) }
    })
  }
}
