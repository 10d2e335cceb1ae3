import type { Widget } from '../../widget.js'

/** Shows the widget as busy with `scope`, until what it answers is called. */
export function markBusy({ stores: { modal } }: Widget, scope: string): () => void {
  modal.set(({ busy }) => ({ busy: [...busy, scope] }))
  return () =>
    modal.set(({ busy }) => {
      const index = busy.indexOf(scope)
      return { busy: busy.filter((_, position) => position !== index) }
    })
}
