import { type ComponentType, createContext, useContext } from 'react'
import type { Widget } from '../../core/widget.js'
import type { LazyViewTable } from '../shell/View.js'

/** The actions that come with the engine, as boot hands them over. */
export type Actions = typeof import('../../core/modal/viewActions.js')

/** The same actions with the widget filled in. */
export type BoundActions = {
  readonly [name in keyof Actions]: Actions[name] extends (
    widget: Widget,
    ...rest: infer rest
  ) => infer result
    ? (...rest: rest) => result
    : never
}

export type ModalContext = {
  readonly widget: Widget
  readonly actions: BoundActions
  /** The card stands in the page's flow instead of above it. */
  readonly embedded: boolean
  readonly lazyViews: LazyViewTable
  /** Styles of the views fetched later, fetched and put in place before the first of them shows. */
  readonly loadStyles: () => Promise<void>
  /** Styles that came with a view; put in place once. */
  readonly addStyles: (styles: string) => void
  /** Views fetched so far, by what fetches them: shown at once the second time. */
  readonly loadedViews: Map<() => Promise<unknown>, ComponentType<{ readonly params: never }>>
}

export const WidgetContext = createContext<ModalContext | undefined>(undefined)

export function useModalContext(): ModalContext {
  const modalContext = useContext(WidgetContext)
  if (!modalContext) throw new TypeError('This component belongs inside the modal')
  return modalContext
}

/** The widget this modal belongs to. */
export function useWidget(): Widget {
  return useModalContext().widget
}

/** For acts without a waiting state, such as going back. What can wait or fail belongs to `useAction`. */
export function useActions(): BoundActions {
  return useModalContext().actions
}

export function bindActions(widget: Widget, actions: Actions): BoundActions {
  const bound = Object.entries(actions).map(([name, action]) => [
    name,
    (...rest: unknown[]) => (action as (...all: unknown[]) => unknown)(widget, ...rest),
  ])
  return Object.fromEntries(bound) as BoundActions
}
