import { buttonCss } from '@latchkey/parts/button.css'
import { checkboxCss } from '@latchkey/parts/checkbox.css'
import { linkCss } from '@latchkey/parts/link.css'
import { listRowCss } from '@latchkey/parts/listRow.css'
import { noticeCss } from '@latchkey/parts/notice.css'
import { resetCss } from '@latchkey/parts/reset.css'
import { spinnerCss } from '@latchkey/parts/spinner.css'
import { accountCss } from './account.css.js'
import { applyTheme, type Theme } from './applyTheme.js'
import { approveCss } from './approve.css.js'
import { baseCss } from './base.css.js'
import { codeCss } from './code.css.js'
import { partsCss } from './parts.css.js'

const sheets = [
  resetCss,
  baseCss,
  spinnerCss,
  buttonCss,
  linkCss,
  noticeCss,
  checkboxCss,
  listRowCss,
  partsCss,
  codeCss,
  approveCss,
  accountCss,
]

/** Adds the styles as constructed sheets, which the content security policy allows. */
export function adoptStyles(target: Document): { setTheme(theme: Theme): void } {
  // A document can only adopt sheets created by its window.
  const { CSSStyleSheet } = target.defaultView as Window & typeof globalThis
  const theme = new CSSStyleSheet()
  const looks = new CSSStyleSheet()
  looks.replaceSync(sheets.join(''))
  target.adoptedStyleSheets = [...target.adoptedStyleSheets, theme, looks]
  return { setTheme: (next) => applyTheme(theme, next) }
}
