import { buttonCss } from '@latchkey/parts/button.css'
import { linkCss } from '@latchkey/parts/link.css'
import { listRowCss } from '@latchkey/parts/listRow.css'
import { resetCss } from '@latchkey/parts/reset.css'
import { spinnerCss } from '@latchkey/parts/spinner.css'
import { createRoot } from 'react-dom/client'
import type { ReadableStore } from '../core/runtime/createStore.js'
import type { ThemeState } from '../core/theme/store.js'
import { tokensCss } from '../core/theme/tokens.js'
import type { Widget } from '../core/widget.js'
import { type Actions, bindActions, WidgetContext } from './hooks/context.js'
import { partsCss } from './parts/parts.css.js'
import { Modal } from './shell/Modal.js'
import { baseCss, shellCss } from './shell/shell.css.js'
import { createLazyViews } from './shell/View.js'

/** Styles of the shell and the first view. The theme's tokens change, so they have their own sheet. */
const styles = [
  resetCss,
  baseCss,
  shellCss,
  spinnerCss,
  buttonCss,
  listRowCss,
  linkCss,
  partsCss,
].join('')

export type MountHost = {
  /** The `<latchkey-modal>` element. */
  readonly container: HTMLElement
  readonly embedded: boolean
  readonly actions: Actions
}

/** Renders the modal into the container's shadow root. */
export function mount(
  widget: Widget,
  { container, embedded, actions }: MountHost,
): { unmount(): void } {
  const shadow = container.shadowRoot ?? container.attachShadow({ mode: 'open' })
  // A strict content security policy rejects style elements, but not constructed sheets.
  const tokens = new CSSStyleSheet()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  const later = new CSSStyleSheet()
  shadow.adoptedStyleSheets = [tokens, sheet, later]
  const loadStyles = async () => {
    if (later.cssRules.length > 0) return
    const { lazyStyles: laterStyles } = await import('./theme/lazyStyles.js')
    later.replaceSync(laterStyles)
  }
  const added = new Set<string>()
  const addStyles = (styles: string) => {
    if (added.has(styles)) return
    added.add(styles)
    const own = new CSSStyleSheet()
    own.replaceSync(styles)
    shadow.adoptedStyleSheets.push(own)
  }
  const rootElement = container.ownerDocument.createElement('div')
  rootElement.className = 'root'
  shadow.append(rootElement)
  container.toggleAttribute('data-embedded', embedded)
  const stopTheme = applyTheme(widget.stores.theme, container, tokens)

  const root = createRoot(rootElement)
  root.render(
    <WidgetContext.Provider
      value={{
        widget,
        embedded,
        actions: bindActions(widget, actions),
        lazyViews: createLazyViews(),
        loadedViews: new Map(),
        loadStyles,
        addStyles,
      }}
    >
      <Modal />
    </WidgetContext.Provider>,
  )
  return {
    unmount() {
      stopTheme()
      root.unmount()
      rootElement.remove()
      shadow.adoptedStyleSheets = []
    },
  }
}

/** Updates the design tokens and the host's mode when the theme changes. */
function applyTheme(
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
