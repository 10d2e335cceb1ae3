import type { ReadableStore } from '../../core/runtime/createStore.js'
import type { ThemeState } from '../../core/theme/store.js'
import { tokensCss } from '../../core/theme/tokens.js'

/** Keeps a sheet of design tokens, and the mode on the host element, in step with the theme. */
export function applyTheme(
  theme: ReadableStore<ThemeState>,
  host: HTMLElement,
  sheet: CSSStyleSheet,
): () => void {
  const apply = (state: ThemeState) => {
    host.setAttribute('data-theme', state.mode)
    sheet.replaceSync(tokensCss(state))
  }
  apply(theme.get())
  return theme.subscribe(apply)
}
