import type { Widget } from '../../widget.js'
import type { ThemeMode, ThemeVariables } from '../store.js'

export type SetThemeParameters = {
  readonly mode?: ThemeMode | undefined
  /** Merged into the current variables. */
  readonly variables?: ThemeVariables | undefined
}

export function setTheme(widget: Widget, { mode, variables }: SetThemeParameters): void {
  widget.stores.theme.set((state) => ({
    mode: mode ?? state.mode,
    variables: variables ? { ...state.variables, ...variables } : state.variables,
  }))
}
