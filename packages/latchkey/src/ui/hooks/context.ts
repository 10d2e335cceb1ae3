import { type ComponentType, createContext, useContext } from 'react'
import type { Widget } from '../../core/widget.js'
import type { LazyViewTable } from '../shell/View.js'

/** The actions that load with the engine. */
export type Actions = typeof import('../../core/modal/actions/viewActions.js')

/** The same actions, bound to a widget. */
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
  /** The card is part of the page instead of a dialog above it. */
  readonly embedded: boolean
  readonly lazyViews: LazyViewTable
  /** Loads the styles that lazy views share. */
  readonly loadStyles: () => Promise<void>
  /** Adds the styles of a view, once. */
  readonly addStyles: (styles: string) => void
  /** Loaded components by loader, so that they render at once the next time. */
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

/** For actions without a pending state, such as going back. For others use `useAction`. */
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
